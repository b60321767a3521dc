/** Snow that lies on things outdoors in winter: on roofs, rails, and twigs, but on nobody alive. */
import { n, path, type Point } from '../svg';

/** The upper edges on which snow lies, as lines of points in shares of the thing's box. */
const LEDGES: Readonly<Record<string, readonly (readonly Point[])[]>> = {
  'own:train': [
    [at(0.02, 0.345), at(0.31, 0.345)],
    [at(0.355, 0.345), at(0.65, 0.345)],
    [at(0.667, 0.335), at(0.695, 0.285), at(0.727, 0.27), at(0.76, 0.285), at(0.79, 0.335)],
  ],
  'own:stone-bridge': [[at(0, 0.1), at(1, 0.1)]],
  'own:bridge': [
    [at(0, 0.62), at(0.15, 0.43), at(0.33, 0.32), at(0.5, 0.295), at(0.67, 0.32), at(0.85, 0.43), at(1, 0.62)],
  ],
  'own:cabin': [roof(0.03, 0.45, 0.5, 0.02), [at(0.68, 0.02), at(0.81, 0.02)]],
  'own:barn': [
    [at(0, 0.49), at(0.12, 0.2), at(0.42, 0.015), at(0.72, 0.2), at(0.85, 0.49)],
    [at(0.83, 0.06), at(0.98, 0.06)],
  ],
  'own:shop': [
    [at(0.06, 0.02), at(0.94, 0.02)],
    [at(0.05, 0.42), at(0.95, 0.42)],
  ],
  'own:restaurant': [
    [at(0.02, 0.05), at(0.98, 0.05)],
    [at(0.09, 0.63), at(0.89, 0.63)],
  ],
  'own:lighthouse': [roof(0.35, 0.16, 0.5, 0.06), [at(0.27, 0.275), at(0.73, 0.275)]],
  'own:castle': [roof(0.05, 0.42, 0.12, 0.27), roof(0.81, 0.42, 0.88, 0.27), roof(0.42, 0.24, 0.5, 0.1)],
  'own:bench': [[at(0.05, 0.02), at(0.95, 0.02)]],
  'own:fence': [0, 1, 2, 3, 4, 5, 6].map((post) => [at(0.03 + post * 0.1445, 0.05), at(0.08 + post * 0.1445, 0.05)]),
  'own:sign': [[at(0.03, 0.01), at(0.97, 0.01)]],
  'own:lamp-post': [roof(0.27, 0.06, 0.5, 0.01)],
  'own:tower': [roof(0.18, 0.2, 0.5, 0.02)],
  'own:rock': [[at(0.18, 0.22), at(0.38, 0.08), at(0.6, 0.06), at(0.8, 0.18)]],
  'own:hay-bale': [[at(0.2, 0.06), at(0.42, 0.02), at(0.65, 0.03), at(0.85, 0.06)]],
  house: [roof(0.03, 0.47, 0.5, 0.02), [at(0.17, 0), at(0.26, 0)]],
  'house-with-garden': [
    [at(0.3, 0.04), at(0.39, 0.04)],
    roof(0.2, 0.44, 0.57, 0.02),
    roof(0.13, 0.22, 0.26, 0.17),
    roof(0.68, 0.82, 0.79, 0.76),
  ],
  hut: [[at(0.1, 0.4), at(0.3, 0.14), at(0.5, 0.02), at(0.7, 0.14), at(0.9, 0.4)]],
  church: [roof(0.27, 0.32, 0.5, 0.15), roof(0.03, 0.74, 0.5, 0.45)],
  'evergreen-tree': [
    roof(0.34, 0.27, 0.5, 0.03),
    [at(0.18, 0.45), at(0.3, 0.37)],
    [at(0.7, 0.37), at(0.82, 0.45)],
    [at(0.03, 0.7), at(0.17, 0.57)],
    [at(0.83, 0.57), at(0.97, 0.7)],
  ],
  'deciduous-tree': [[at(0.1, 0.3), at(0.25, 0.13), at(0.5, 0.03), at(0.75, 0.13), at(0.9, 0.3)]],
  castle: [roof(0.07, 0.52, 0.2, 0.3), roof(0.67, 0.52, 0.81, 0.3), roof(0.43, 0.16, 0.5, 0.03)],
  automobile: [
    [at(0.43, 0.02), at(0.87, 0.02)],
    [at(0.06, 0.44), at(0.2, 0.43)],
  ],
};
const [SNOW, CONTOUR] = ['#ffffff', '#7f9bba'];

function at(x: number, y: number): Point {
  return [x, y];
}

/** A ridge between two eaves. */
function roof(left: number, eaves: number, middle: number, ridge: number): Point[] {
  return [at(left, eaves), at(middle, ridge), at(2 * middle - left, eaves)];
}

/** The snow on a thing in a box; nothing on things that it does not stay on. */
export function snowCaps(
  icon: string,
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
  lit: (color: string) => string,
): string {
  const deep = Math.sqrt(width * height) * 0.03;
  const [outer, inner] = ['', ''].map((_, layer) =>
    (LEDGES[icon] ?? [])
      .map((ledge) =>
        heap(
          ledge.map(([dx, dy]): Point => [x + dx * width, y + dy * height]),
          deep,
          layer === 0 ? deep * 0.22 : 0,
        ),
      )
      .join(''),
  );
  return outer ? path(outer, lit(CONTOUR)) + path(inner ?? '', lit(SNOW)) : '';
}

/** Balls of snow along a line: large ones and small ones in turn. */
function heap(ledge: readonly Point[], deep: number, rim: number): string {
  return ledge
    .slice(1)
    .flatMap(([toX, toY], index) => {
      const [fromX, fromY] = ledge[index] as Point;
      const steps = Math.max(1, Math.round(Math.hypot(toX - fromX, toY - fromY) / (deep * 0.9)));
      return Array.from({ length: steps + 1 }, (_, step) => {
        const share = step / steps;
        const size = deep * (step % 3 === 1 ? 0.95 : 0.7) + rim;
        const [middleX, middleY] = [fromX + (toX - fromX) * share, fromY + (toY - fromY) * share];
        return `M${n(middleX - size)} ${n(middleY)}a${n(size)} ${n(size)} 0 1 0 ${n(2 * size)} 0a${n(size)} ${n(size)} 0 1 0 ${n(-2 * size)} 0Z`;
      });
    })
    .join('');
}
