import type { Random } from '../random';
import { n, type Point } from '../svg';

/** The outline of hills or mountains from the left edge to the right one, made by moving midpoints. */
export function ridgePoints(
  random: Random,
  { width, base, rise, roughness }: { width: number; base: number; rise: number; roughness: number },
): Point[] {
  let heights = [random.between(0.2, 0.8), random.between(0.2, 0.9), random.between(0.2, 0.8)];
  let reach = 0.5;
  for (let round = 0; round < 5; round += 1) {
    heights = heights.flatMap((height, index) => {
      const next = heights[index + 1];
      if (next === undefined) return [height];
      return [height, (height + next) / 2 + random.between(-reach, reach)];
    });
    reach *= roughness;
  }
  const step = width / (heights.length - 1);
  return heights.map((height, index) => [index * step, base - Math.max(-0.15, Math.min(1.25, height)) * rise]);
}

/** A soft line of hills as few waves. */
export function hillPoints(random: Random, width: number, base: number, rise: number): Point[] {
  const count = Math.max(3, Math.round(width / Math.max(60, rise * 3.2)));
  const points: Point[] = [];
  for (let index = 0; index <= count; index += 1) {
    points.push([
      (index / count) * width,
      base - rise * (index % 2 ? random.between(0.55, 1) : random.between(0, 0.4)),
    ]);
  }
  return points;
}

/** Everything below a line of points, down to the bottom, with straight segments. */
export function below(points: readonly Point[], bottom: number): string {
  const [first, last] = [points[0] as Point, points.at(-1) as Point];
  const top = points.map(([x, y]) => `${n(x)} ${n(y)}`).join('L');
  return `M${n(first[0])} ${n(bottom)}L${top}L${n(last[0])} ${n(bottom)}Z`;
}

/** The height of a line of points at a position. */
export function heightAt(points: readonly Point[], x: number): number {
  const next = points.findIndex(([right]) => right >= x);
  const [right, left] = [points[next] ?? points.at(-1), points[Math.max(0, next - 1)]] as [Point, Point];
  const share = right[0] === left[0] ? 0 : (x - left[0]) / (right[0] - left[0]);
  return left[1] + (right[1] - left[1]) * share;
}
