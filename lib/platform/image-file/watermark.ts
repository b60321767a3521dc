/** The visible mark of images that a model made: two stars in a corner. */
import sharp from 'sharp';

/** Pixels in rows, 8 bits of each channel: RGB or RGBA, not premultiplied. */
export type Pixels = { bytes: Uint8Array; width: number; height: number; channels: 3 | 4 };

/** A rendered mark: RGBA pixels, and where its upper left corner goes. */
type Mark = Pixels & { left: number; top: number };

/** Its side, as a share of the image's shorter one, and its bounds in pixels. */
const SHARE = 0.05;
const MIN_SIDE = 14;
const MAX_SIDE = 160;
/** Its distance from the edges, as a share of its side. */
const MARGIN = 0.6;
/** Smaller images have no space for it. */
const MIN_IMAGE_SIDE = 48;

/** A white shape with a dark rim, both a little transparent: it can be seen on light and dark, and hides nothing. */
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><g fill="#fff" fill-opacity="0.82" stroke="#101418"
stroke-opacity="0.6" stroke-width="8" stroke-linejoin="round" paint-order="stroke"><path d="M42 14C46 40 60 54 86 58C60 62 46 76
42 96C38 76 24 62 4 58C24 54 38 40 42 14Z"/><path d="M80 4C81.500 13 87 18.500 96 20C87 21.500 81.500 27 80 36C78.500 27 73 21.500
64 20C73 18.500 78.500 13 80 4Z"/></g></svg>`;

/**
 * The mark for an image of this size, in its lower right corner; null if the image is too small for one.
 * @param known marks that were rendered before, by side: rendering takes as long as decoding a small image
 */
export async function renderMark(
  { width, height }: { width: number; height: number },
  known = new Map<number, Uint8Array>(),
): Promise<Mark | null> {
  const shorter = Math.min(width, height);
  if (shorter < MIN_IMAGE_SIDE) return null;
  const side = Math.round(Math.min(MAX_SIDE, Math.max(MIN_SIDE, shorter * SHARE)));
  const margin = Math.round(side * MARGIN);
  const bytes = known.get(side) ?? (await render(side));
  known.set(side, bytes);
  return { bytes, width: side, height: side, channels: 4, left: width - margin - side, top: height - margin - side };
}

async function render(side: number): Promise<Uint8Array> {
  return sharp(Buffer.from(SVG)).resize(side, side).ensureAlpha().raw({ depth: 'uchar' }).toBuffer();
}

/** Draws a mark over the pixels, in place; everything outside of it stays as it is. */
export function drawMark(pixels: Pixels, mark: Mark | null): void {
  if (mark === null) return;
  for (let y = 0; y < mark.height; y += 1) {
    for (let x = 0; x < mark.width; x += 1) {
      const from = (y * mark.width + x) * 4;
      const to = ((mark.top + y) * pixels.width + mark.left + x) * pixels.channels;
      drawPixel(pixels, to, mark.bytes.subarray(from, from + 4));
    }
  }
}

/** Draws one pixel over another. @see Porter and Duff, "Compositing Digital Images" (1984), "over" */
function drawPixel({ bytes, channels }: Pixels, at: number, over: Uint8Array): void {
  const alpha = (over[3] ?? 0) / 255;
  if (alpha === 0) return;
  const under = channels === 4 ? (bytes[at + 3] ?? 0) / 255 : 1;
  const sum = alpha + under * (1 - alpha);
  for (let channel = 0; channel < 3; channel += 1) {
    const mixed = (over[channel] ?? 0) * alpha + (bytes[at + channel] ?? 0) * under * (1 - alpha);
    bytes[at + channel] = Math.round(mixed / sum);
  }
  if (channels === 4) bytes[at + 3] = Math.round(sum * 255);
}
