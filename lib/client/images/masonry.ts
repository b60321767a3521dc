/** Where a tile goes, in pixels from the top left. */
export type Tile = { left: number; top: number; width: number; height: number };

/** How the grid is built, in pixels. @property foot the height of the line under each image */
export type GridSpec = { width: number; column: number; gap: number; foot: number };

/** Very long strips would push everything else away. */
const MAX_TALLNESS = 2.2;
const MIN_TALLNESS = 0.4;

/**
 * Places tiles in columns of equal width: each one, in order, into the shortest column, the leftmost if several are. So
 * reading order stays close to the given order.
 * @param shapes the images' widths and heights, in any unit
 */
export function masonry(
  shapes: readonly { width: number; height: number }[],
  { width, column, gap, foot }: GridSpec,
): { tiles: Tile[]; height: number } {
  // At least two columns on phones, where one would show hardly more than one image.
  const columns = Math.max(width < 2 * 120 ? 1 : 2, Math.floor((width + gap) / (column + gap)));
  const across = Math.max(1, (width - gap * (columns - 1)) / columns);
  const bottoms = Array.from({ length: columns }, () => 0);
  const tiles = shapes.map((shape): Tile => {
    const top = Math.min(...bottoms);
    const at = bottoms.indexOf(top);
    const height = Math.round(across * tallness(shape)) + foot;
    bottoms[at] = top + height + gap;
    return { left: at * (across + gap), top, width: across, height };
  });
  return { tiles, height: Math.max(0, Math.max(...bottoms) - gap) };
}

function tallness({ width, height }: { width: number; height: number }): number {
  const ratio = width > 0 && height > 0 ? height / width : 1;
  return Math.min(Math.max(ratio, MIN_TALLNESS), MAX_TALLNESS);
}
