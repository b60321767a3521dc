import type { ServiceProvider } from '../models/service-file/provider';
import { makeAutomatic1111 } from './automatic1111/provider';
import { makeComfyUi } from './comfyui/provider';
import { makeOpenAiCompatible } from './openai-compatible/provider';
import type { Provider } from './spec';
import { makeVendor } from './vendor/provider';

/** A configured provider, ready to be called. Does not connect before the first call. */
export function makeProvider(entry: ServiceProvider): Provider {
  switch (entry.kind) {
    case 'openai-compatible':
      // Only the operator decides whether callers' URLs are forwarded.
      return { ...makeOpenAiCompatible(entry), takesUrls: entry.takesUrls ?? false };
    case 'automatic1111':
      return makeAutomatic1111(entry);
    case 'comfyui':
      return makeComfyUi(entry);
    default:
      return makeVendor(entry);
  }
}
