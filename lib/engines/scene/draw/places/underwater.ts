/** Under water. */
import { darken, lighten, mix } from '../color';
import { scenery } from '../scenery';
import { circle, line, n, path, polygon, rect, verticalGradient } from '../svg';
import { softBelow } from './fields';
import { asksFor, type Backdrop, type Land } from './land';
import { hillPoints } from './ridge';

/** The bottom of the sea. */
export function drawUnderwater(land: Land): Backdrop {
  const { width, height, unit, random, palette } = land;
  const floor = height * 0.8;
  const [top, deep] = [palette.lit('#5fd0ea'), palette.lit('#0f4f8f')];
  const defs = verticalGradient('deep', [top, mix(top, deep, 0.6), deep]);
  const rays = lightRays(land, floor);
  const hills = [0.5, 0.25].map((haze, index) =>
    path(
      softBelow(hillPoints(random, width, floor + unit * index * 3, unit * (16 - index * 6)), height),
      mix(palette.lit('#2b6f9c'), deep, haze),
    ),
  );
  const sand = palette.lit('#e6d3a0');
  const bed = hillPoints(random, width, floor + unit * 4, unit * 4);
  const weeds = seaweed(land, floor);
  const corals = [0.05, 0.14, 0.86, 0.95].map((at, index) =>
    coral(
      width * at,
      floor + unit * 6,
      unit * (12 - (index % 2) * 4),
      palette.lit(['#f2708a', '#f59b52', '#b77be3', '#f2708a'][index] ?? '#f2708a'),
    ),
  );
  const bubbles = risingBubbles(land, floor);
  return {
    defs: defs + verticalGradient('sand', [lighten(sand, 0.1), darken(sand, 0.22)]),
    back: [
      rect({ x: 0, y: 0, width, height }, 'url(#deep)') + scenery('ray', rays.join('')),
      scenery('hill', hills.join('')),
      scenery('seaweed', weeds.join('')) +
        path(softBelow(bed, height), 'url(#sand)') +
        (asksFor(land, 'coral') ? '' : corals.join('')) +
        scenery('bubble', bubbles.join('')),
    ],
    front: [],
    ground: { top: floor + unit * 6, bottom: height * 0.96 },
    sky: { top: height * 0.08, bottom: floor * 0.92 },
    water: { top: height * 0.1, bottom: floor * 0.95 },
    footing: 'ground',
    isUnderwater: true,
  };
}

function coral(x: number, y: number, height: number, color: string): string {
  const arms = [-0.5, -0.22, 0.06, 0.34, 0.6].map(
    (lean, index) =>
      `M${n(x)} ${n(y)}Q${n(x + lean * height * 0.3)} ${n(y - height * 0.5)} ${n(x + lean * height)} ${n(y - height * (0.7 + ((index * 3) % 4) * 0.1))}`,
  );
  return scenery(
    'coral',
    line(arms.join(''), color, height * 0.13) + line(arms.join(''), lighten(color, 0.3), height * 0.035, 0.7),
  );
}

/** Seaweed. */
function seaweed(land: Land, floor: number): string[] {
  const { width, unit, random, palette } = land;
  return Array.from({ length: Math.ceil(width / (unit * 9)) }, (_, index) => {
    const [x, tall] = [(index + random.between(0.1, 0.9)) * unit * 9, unit * random.between(9, 24)];
    const color = palette.lit(random.pick(['#2f9e6b', '#46b57c', '#238a5c', '#7fbf5a']));
    return line(
      `M${n(x)} ${n(floor + unit * 5)}Q${n(x - unit * 3)} ${n(floor - tall * 0.3)} ${n(x)} ${n(floor - tall * 0.5)}T${n(x + unit)} ${n(floor - tall)}`,
      color,
      unit * 1.1,
      0.9,
    );
  });
}

/** Bubbles. */
function risingBubbles(land: Land, floor: number): string[] {
  const { width, height, unit, random } = land;
  return Array.from({ length: 22 }, () => {
    const [x, y, r] = [random.between(0, width), random.between(height * 0.06, floor), unit * random.between(0.4, 1.5)];
    return circle(x, y, r, '#ffffff', 0.28) + circle(x - r * 0.3, y - r * 0.3, r * 0.3, '#ffffff', 0.7);
  });
}

/** Light from above. */
function lightRays(land: Land, floor: number): string[] {
  const { width, unit, random } = land;
  return Array.from({ length: 6 }, (_, index) => {
    const x = width * ((index + random.between(0.1, 0.9)) / 6);
    const [wide, lean] = [unit * random.between(5, 11), unit * random.between(-22, 10)];
    return path(
      polygon([
        [x, -unit],
        [x + wide, -unit],
        [x + wide * 2.2 + lean, floor],
        [x - wide * 0.6 + lean, floor],
      ]),
      '#ffffff',
      0.07,
    );
  });
}
