import type { StudioImage } from '../types';

/**
 * A name for each image, by its ID: its prompt, and which of the images of its request it is. From the second one of the same
 * name on, they are numbered in the order in which they were made.
 * @param images the newest first
 */
export function imageNames(images: readonly StudioImage[]): ReadonlyMap<string, string> {
  const counts = new Map<string, number>();
  const names = new Map<string, string>();
  for (const { id, settings, part } of images.toReversed()) {
    const prompt = settings.prompt || 'Image without a prompt';
    const name = part ? `${prompt}, ${part.at} of ${part.of}` : prompt;
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    names.set(id, count === 1 ? name : `${name} (${count})`);
  }
  return names;
}
