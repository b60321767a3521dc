import type { StudioImage } from '../types';

/**
 * A name for each image, by its ID: its prompt, with a number from the second one of the same prompt on, in the order in
 * which they were made.
 * @param images the newest first
 */
export function imageNames(images: readonly StudioImage[]): ReadonlyMap<string, string> {
  const counts = new Map<string, number>();
  const names = new Map<string, string>();
  for (const { id, settings } of images.toReversed()) {
    const name = settings.prompt || 'Image without a prompt';
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    names.set(id, count === 1 ? name : `${name} (${count})`);
  }
  return names;
}
