import sharp from 'sharp';
import { ApiError } from '../../core/errors';
import type { EncodedImage, ImageMime } from '../../providers/image-spec';
import type { ImageMetadata } from './metadata';

/** An image as the caller gets it. */
export type FinishedImage = {
  bytes: Uint8Array;
  mime: ImageMime;
  width: number;
  height: number;
  isBlurred: boolean;
  isAdult: boolean;
};

/** How an image is finished. */
export type FinishOptions = {
  format: 'png' | 'jpeg' | 'webp';
  watermark: boolean;
  safeMode: boolean;
  isHarmless: boolean;
  metadata?: ImageMetadata;
  account: string;
  signal: AbortSignal;
};

/** Encodes an image as the caller wants it. @throws ApiError INFERENCE_FAILED if it cannot be decoded */
export async function finishImage(image: EncodedImage, { format }: FinishOptions): Promise<FinishedImage> {
  try {
    const { data, info } = await sharp(image.bytes).toFormat(format).toBuffer({ resolveWithObject: true });
    const { width, height } = info;
    return { bytes: data, mime: `image/${format}`, width, height, isBlurred: false, isAdult: false };
  } catch (cause) {
    throw new ApiError('INFERENCE_FAILED', 'The model failed to answer.', { cause });
  }
}

/** A black image, instead of one that violates the rules. */
export async function blackImage(
  { width, height }: { width: number; height: number },
  format: FinishOptions['format'],
): Promise<FinishedImage> {
  const black = sharp({ create: { width, height, channels: 3, background: 'black' } });
  const bytes = await black.toFormat(format).toBuffer();
  return { bytes, mime: `image/${format}`, width, height, isBlurred: false, isAdult: false };
}
