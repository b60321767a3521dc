import type { Provider } from '../spec';
import { automatic1111Draw } from './draw';
import { automatic1111Edit } from './edit';
import type { Automatic1111 } from './upstream';
import { automatic1111Upscale } from './upscale';

/** A provider for AUTOMATIC1111, Forge, or the server of stable-diffusion.cpp. Does not connect before the first call. */
export function makeAutomatic1111(upstream: Automatic1111): Provider {
  return {
    id: upstream.id,
    drawImage: automatic1111Draw(upstream),
    editImage: automatic1111Edit(upstream),
    upscaleImage: automatic1111Upscale(upstream),
  };
}
