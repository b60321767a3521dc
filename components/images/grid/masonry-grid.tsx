'use client';

import { useMemo, type ReactNode } from 'react';
import { masonry } from '@/lib/client/images/masonry';

/** The least width of a column, the gap, and the height of the line under each image, in pixels. */
const COLUMN = 240;
const GAP = 12;
const FOOT = 36;

/** An item of the grid, with the width and height of its image in any unit. */
export type GridItem = { id: string; width: number; height: number; content: ReactNode };

/**
 * Items in columns, in reading order: those at the top first.
 * @param width of the grid in pixels
 */
export function MasonryGrid({ label, items, width }: { label: string; items: readonly GridItem[]; width: number }) {
  const { tiles, height } = useMemo(
    () => masonry(items, { width, column: COLUMN, gap: GAP, foot: FOOT }),
    [items, width],
  );
  if (width === 0) return null;
  return (
    <ul aria-label={label} className="relative" style={{ height }}>
      {items.map(({ id, content }, at) => {
        const tile = tiles[at];
        return (
          <li key={id} className="absolute" style={tile}>
            {content}
          </li>
        );
      })}
    </ul>
  );
}
