import type { StudioImage } from '../types';

/** How much the history keeps in this browser. */
export const HISTORY_BOUNDS = { images: 500, bytes: 1_000_000_000 };

/** The same as shown on the page. */
export const HISTORY_BOUNDS_TEXT = '500 images or 1 GB';

/**
 * Which images must go so that the rest is within the bounds: the oldest first, favorites only when nothing else is
 * left. The newest image, and those that are needed, always stay.
 * @returns their IDs
 */
export function overflowOf(
  images: readonly (Pick<StudioImage, 'id' | 'bytes' | 'createdAt' | 'favorite'> & { isNeeded?: boolean })[],
  bounds: { images: number; bytes: number } = HISTORY_BOUNDS,
): string[] {
  const leaving = [...images].sort(
    (a, b) => Number(a.favorite) - Number(b.favorite) || a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1),
  );
  const newest = images.reduce<string | null>(
    (id, image) => (image.createdAt >= (images.find((one) => one.id === id)?.createdAt ?? -1) ? image.id : id),
    null,
  );
  let count = images.length;
  let bytes = images.reduce((sum, image) => sum + image.bytes, 0);
  const gone: string[] = [];
  for (const { id, bytes: size, isNeeded = false } of leaving) {
    if (count <= bounds.images && bytes <= bounds.bytes) break;
    if (id === newest || isNeeded) continue;
    gone.push(id);
    count -= 1;
    bytes -= size;
  }
  return gone;
}
