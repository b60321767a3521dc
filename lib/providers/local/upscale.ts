import { upscaleImage } from '../../engines/upscale/upscale-image';
import type { ImageUpscaler } from '../image-spec';
import { notApplied, UPSCALE_FIELDS } from '../kit/images/fields';
import { LOCAL_FIELDS } from './image-fields';

/** The embedded enlarger (`image-upscaler`). */
export const localUpscaler: ImageUpscaler = async ({ image, scale, account, signal }) => {
  const { bytes, width, height } = image;
  const enlarged = await upscaleImage({ image: bytes, width, height, scale, account, signal });
  const made = { bytes: enlarged.bytes, mime: 'image/png' } as const;
  return { image: made, ...notApplied(UPSCALE_FIELDS, LOCAL_FIELDS['image-upscaler'].upscale) };
};
