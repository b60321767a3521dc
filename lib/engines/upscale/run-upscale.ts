import sharp, { type Sharp } from 'sharp';
import { enlargeTiles } from './enlarge-tiles';
import { MAX_NETWORK_PIXELS, MAX_RESULT_PIXELS, type UpscaleAnswer, type UpscaleJob, type UpscaleMethod } from './jobs';

/** Fast, and within a few percent of the smallest. */
const COMPRESSION = 3;
const MAX_INPUT_PIXELS = 40_000_000;

/** Enlarges an image: with the network where its weights, the image's size, and the time allow it, else by Lanczos. */
export async function runUpscale({ bytes, scale, weights }: UpscaleJob): Promise<UpscaleAnswer> {
  const options = { limitInputPixels: MAX_INPUT_PIXELS, pages: 1 } as const;
  let source: { width: number; height: number; hasAlpha: boolean };
  try {
    const { width, height, hasAlpha = false } = await sharp(bytes, options).metadata();
    source = { width, height, hasAlpha };
    if (width * height * scale * scale > MAX_RESULT_PIXELS) return { problem: 'too_many_pixels' };
    const size = { width: width * scale, height: height * scale };
    const useNetwork = weights !== undefined && width * height <= MAX_NETWORK_PIXELS;
    const network = useNetwork ? await byNetwork(bytes, weights, source, size) : null;
    const image =
      network ??
      sharp(bytes, options)
        .toColourspace('srgb')
        .resize({ ...size, fit: 'fill', kernel: 'lanczos3' });
    const method: UpscaleMethod = network ? 'network' : 'lanczos';
    return { bytes: await image.png({ compressionLevel: COMPRESSION }).toBuffer(), ...size, method };
  } catch (error) {
    if (isDecodingError(error)) return { problem: 'undecodable' };
    throw error;
  }
}

async function byNetwork(
  bytes: Uint8Array,
  weights: string,
  source: { width: number; height: number; hasAlpha: boolean },
  size: { width: number; height: number },
): Promise<Sharp | null> {
  const data = await sharp(bytes, { pages: 1 }).toColourspace('srgb').removeAlpha().raw().toBuffer();
  const large = await enlargeTiles({ ...source, data }, weights);
  if (!large) return null;
  const raw = { width: large.width, height: large.height, channels: 3 } as const;
  // Twice is half of what the network makes.
  const colors = await sharp(large.data, { raw })
    .resize({ ...size, fit: 'fill', kernel: 'lanczos3' })
    .raw()
    .toBuffer();
  const image = sharp(colors, { raw: { ...size, channels: 3 } });
  if (!source.hasAlpha) return image;
  const alpha = await sharp(bytes, { pages: 1 })
    .extractChannel('alpha')
    .resize({ ...size, fit: 'fill', kernel: 'lanczos3' })
    .raw()
    .toBuffer();
  return image.joinChannel(alpha, { raw: { ...size, channels: 1 } });
}

/** Errors of the image library are plain; those of our own code and of the network name it. */
function isDecodingError(error: unknown): boolean {
  return error instanceof Error && /unsupported image format|Input (?:buffer|image)|corrupt|vips/i.test(error.message);
}
