import { upscaleImage } from '../../engines/upscale/upscale-image';
import type { ImageUpscaler } from '../image-spec';

/** The embedded enlarger (`image-upscaler`). It makes nothing up, so it cannot do so more or less freely. */
export const localUpscaler: ImageUpscaler = async ({ image, scale, account, signal }) => {
  const { bytes, width, height } = image;
  const enlarged = await upscaleImage({ image: bytes, width, height, scale, account, signal });
  return { image: { bytes: enlarged.bytes, mime: 'image/png' }, notApplied: ['creativity'] };
};
