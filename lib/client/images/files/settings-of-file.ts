import { readImageMetadata } from '../../../core/image-metadata/read-image-metadata';
import { checkSettings } from '../settings/check-settings';
import type { ImageSettings } from '../types';

/** What models with aspect ratios usually take. */
const RATIOS = ['1:1', '3:2', '2:3', '4:3', '3:4', '16:9', '9:16', '21:9', '4:5', '5:4'];

/** The settings of a file. */
export type FileSettings = {
  settings: Partial<ImageSettings>;
  /** The size of the image in pixels if it is none that can be chosen: it is not in the settings then. */
  otherSize: { width: number; height: number } | null;
};

/**
 * What an image file says of how it was made, as far as this page knows it, and the size of the image. Settings that files
 * never contain, such as the format, are not in it.
 * @param measure the size of an image in pixels
 * @returns null if it contains none
 */
export async function settingsOfFile(
  file: Blob,
  measure: (file: Blob) => Promise<{ width: number; height: number } | null>,
): Promise<FileSettings | null> {
  const found = readImageMetadata(new Uint8Array(await file.arrayBuffer()));
  if (!found) return null;
  const size = await measure(file);
  const checked = checkSettings({ ...found, ...size });
  const { prompt, negativePrompt, seed, steps, cfgScale, style, model } = checked;
  const isOffered = size !== null && checked.width === size.width && checked.height === size.height;
  const named = { prompt, negativePrompt, seed, steps, cfgScale, style, model };
  return {
    settings: { ...named, ...(size && { aspectRatio: ratioOf(size) }), ...(isOffered && size) },
    otherSize: isOffered ? null : size,
  };
}

/** The usual ratio of sides nearest to a size: sizes are rounded to multiples of some pixels. */
function ratioOf({ width, height }: { width: number; height: number }): string {
  const distance = (ratio: string) => {
    const [across = 1, down = 1] = ratio.split(':').map(Number);
    return Math.abs(Math.log((width / height) * (down / across)));
  };
  return RATIOS.reduce((best, ratio) => (distance(ratio) < distance(best) ? ratio : best));
}
