import type { Raster } from '../filters/raster';
import { keyBackground, type Matte } from './color-key';
import { segment } from './segment';

/** Bounds of what is a foreground: a share of all pixels. */
const LEAST = 0.004;
const MOST = 0.992;
const CLEAR_SHARE = 0.01;

/** The foreground of an image, and whether the network found it. Null if there is none that could be found. */
export async function findMatte(
  raster: Raster,
  segmenter: string | undefined,
): Promise<{ matte: Matte; segmented: boolean } | null> {
  const own = ownAlpha(raster);
  if (own) return { matte: own, segmented: false };
  const { matte, isPlain } = keyBackground(raster);
  // On plain ground the color gives finer edges than the network.
  if (isPlain && isForeground(matte)) return { matte, segmented: false };
  if (segmenter !== undefined) {
    const segmented = await segment(raster, segmenter);
    if (isForeground(segmented)) return { matte: segmented, segmented: true };
  }
  return isForeground(matte) && isPlain ? { matte, segmented: false } : null;
}

/** The alpha channel, if it makes a part transparent. */
function ownAlpha({ data, width, height }: Raster): Matte | null {
  const alpha = new Uint8ClampedArray(width * height);
  let clear = 0;
  for (let index = 0; index < alpha.length; index += 1) {
    alpha[index] = data[index * 4 + 3] ?? 255;
    if ((alpha[index] ?? 255) < 128) clear += 1;
  }
  return clear > alpha.length * CLEAR_SHARE ? alpha : null;
}

function isForeground(matte: Matte): boolean {
  let sum = 0;
  for (const value of matte) sum += value;
  const share = sum / 255 / matte.length;
  return share >= LEAST && share <= MOST;
}
