/** Forest and jungle. */
import { darken, lighten, mix } from '../color';
import { scenery } from '../scenery';
import { line, n, path, polygon, rect } from '../svg';
import { groundPlane, undergrowth } from './fields';
import { asksFor, type Backdrop, type Land } from './land';
import { bush, palm, pine, roundTree } from './plants';
import { drawSky } from './sky';

/** Rows of trees that fade into the distance, and a clearing. */
export function drawForest(land: Land): Backdrop {
  const { width, height, unit, random, palette } = land;
  const horizon = height * 0.6;
  const sky = drawSky(land, horizon);
  const rows = [0.62, 0.4, 0.18].map((haze, row) => {
    const size = unit * (24 + row * 11);
    const floor = rect(
      { x: 0, y: horizon - unit * (3 - row * 3), width, height },
      mix(darken(palette.ground, 0.15), palette.haze, haze),
    );
    const trees = Array.from({ length: Math.ceil(width / (size * 0.34)) + 1 }, (_, index) => {
      const plant = {
        x: (index + random.between(-0.25, 0.25)) * size * 0.34,
        y: horizon + unit * (row * 3 - 1),
        height: size * random.between(0.75, 1.15),
        palette,
        random,
        haze,
      };
      return palette.season !== 'summer' && random.next() < 0.6
        ? roundTree(plant)
        : random.next() < 0.75
          ? pine(plant)
          : roundTree(plant);
    });
    return floor + trees.join('');
  });
  const ground = groundPlane(
    land,
    horizon + unit * 6,
    mix(palette.ground, palette.lit('#3f7d4a'), palette.isSnowy ? 0 : 0.35),
  );
  const near = [0.01, 0.12, 0.9, 1].map((at, index) =>
    pine({
      x: width * at,
      y: horizon + unit * (12 + (index % 2) * 5),
      height: unit * (46 + (index % 2) * 12),
      palette,
      random,
    }),
  );
  const bushes = [0.18, 0.3, 0.7, 0.82].map((at) =>
    bush({ x: width * at, y: horizon + unit * 9, height: unit * 6, palette, random }),
  );
  return {
    ...(sky.body && { body: sky.body }),
    defs: sky.defs + ground.defs,
    back: [
      ...sky.layers,
      ...rows,
      ground.layer + bushes.join('') + undergrowth(land, horizon + unit * 8, 0.12),
      asksFor(land, 'tree') ? '' : near.join(''),
    ],
    front: [],
    ground: { top: horizon + unit * 11, bottom: height * 0.95 },
    sky: { top: height * 0.05, bottom: horizon * 0.6 },
    footing: 'ground',
  };
}

/** Dense green, vines, and large leaves at the edges. */
export function drawJungle(land: Land): Backdrop {
  const { width, height, unit, random, palette } = land;
  const horizon = height * 0.6;
  const sky = drawSky(land, horizon);
  const greens = ['#2e8b57', '#237a4b', '#3fa35f', '#1f6b47'].map(palette.lit);
  const rows = [0.6, 0.36, 0.12].map((haze, row) => {
    const color = mix(greens[row] ?? palette.ground, palette.haze, haze);
    const size = unit * (36 + row * 8);
    const crowns = Array.from({ length: Math.ceil(width / (size * 0.5)) + 1 }, (_, index) => {
      const plant = {
        x: (index + random.between(-0.3, 0.3)) * size * 0.5,
        y: horizon + unit * row * 3,
        height: size * random.between(0.75, 1.1),
        palette: { ...palette, leaves: greens },
        random,
        haze,
      };
      return random.next() < 0.4 ? palm(plant) : roundTree(plant);
    });
    return rect({ x: 0, y: horizon - unit * (2 - row * 3), width, height }, color) + crowns.join('');
  });
  const ground = groundPlane(land, horizon + unit * 8, palette.lit('#3d8f4f'));
  const vines = hangingVines(land, greens);
  const corners = cornerLeaves(land, greens);
  const bushes = [0.1, 0.24, 0.78, 0.92].map((at) =>
    bush({ x: width * at, y: horizon + unit * 12, height: unit * 8, palette: { ...palette, leaves: greens }, random }),
  );
  return {
    ...(sky.body && { body: sky.body }),
    defs: sky.defs + ground.defs,
    back: [
      ...sky.layers,
      ...rows,
      ground.layer + bushes.join('') + undergrowth(land, horizon + unit * 10, 0.16),
      scenery('vine', vines.join('')),
    ],
    front: [scenery('leaf', corners.join(''))],
    ground: { top: horizon + unit * 13, bottom: height * 0.93 },
    sky: { top: height * 0.06, bottom: horizon * 0.7 },
    footing: 'ground',
  };
}

/** One pointed leaf from its stem in a direction, in degrees. */
function leaf(x: number, y: number, length: number, angle: number, color: string): string {
  const turn = (angle * Math.PI) / 180;
  const [dx, dy] = [Math.cos(turn) * length, Math.sin(turn) * length];
  const wide = 0.24;
  const d = `M${n(x)} ${n(y)}Q${n(x + dx * 0.5 - dy * wide)} ${n(y + dy * 0.5 + dx * wide)} ${n(x + dx)} ${n(y + dy)}Q${n(x + dx * 0.5 + dy * wide)} ${n(y + dy * 0.5 - dx * wide)} ${n(x)} ${n(y)}Z`;
  const rib = polygon([
    [x, y],
    [x + dx, y + dy],
    [x + dx * 0.5 + dy * 0.02, y + dy * 0.5 - dx * 0.02],
  ]);
  return path(d, color) + path(rib, lighten(color, 0.25), 0.7);
}

/** Vines that hang from above. */
function hangingVines(land: Land, greens: readonly string[]): string[] {
  const { width, height, unit, random } = land;
  return Array.from({ length: Math.ceil(width / (unit * 16)) }, (_, index) => {
    const [x, end] = [(index + random.between(0.2, 0.8)) * unit * 16, height * random.between(0.16, 0.4)];
    const leaves = Array.from({ length: 6 }, (_, at) =>
      leaf(
        x + Math.sin(at) * unit,
        (end * (at + 1)) / 6.5,
        unit * 2.2,
        at % 2 ? 25 : 155,
        lighten(greens[at % 4] ?? '#2e8b57', 0.1),
      ),
    );
    return (
      line(`M${n(x)} 0Q${n(x + unit * 3)} ${n(end / 2)} ${n(x)} ${n(end)}`, greens[3] ?? '#1f6b47', unit * 0.5) +
      leaves.join('')
    );
  });
}

/** Large leaves in the lower corners. */
function cornerLeaves(land: Land, greens: readonly string[]): string[] {
  const { width, height, unit } = land;
  return [0, 1].flatMap((side) =>
    [-82, -58, -34, -10, 14].map((angle, index) => {
      const turn = side ? 180 - angle : angle;
      return leaf(
        side * width,
        height + unit * 1,
        unit * (26 - index * 2),
        turn,
        greens[(index + side) % 4] ?? '#2e8b57',
      );
    }),
  );
}
