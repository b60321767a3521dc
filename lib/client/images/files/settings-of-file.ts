import { readImageMetadata } from '../../../core/image-metadata/read-image-metadata';
import { checkSettings } from '../settings/check-settings';
import type { ImageSettings } from '../types';

/** Longer files are not images that were made here. */
const MAX_BYTES = 100_000_000;

/**
 * The settings that an image file contains, as far as this page knows them, and the size of the image.
 * @param measure the size of an image in pixels
 * @returns null if it contains none
 */
export async function settingsOfFile(
  file: Blob,
  measure: (file: Blob) => Promise<{ width: number; height: number } | null>,
): Promise<ImageSettings | null> {
  if (file.size > MAX_BYTES) return null;
  const found = readImageMetadata(new Uint8Array(await file.arrayBuffer()));
  if (!found) return null;
  const size = await measure(file);
  const { prompt, negativePrompt, seed, steps, cfgScale, style, model } = found;
  return checkSettings({ prompt, negativePrompt, seed, steps, cfgScale, style, model, ...size });
}
