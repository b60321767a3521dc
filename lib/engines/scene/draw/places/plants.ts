/** Trees, bushes, flowers, and grass. Each stands with its foot at (x, y) and is `height` tall. */
import { darken, lighten, mix } from '../color';
import type { Palette } from '../palette';
import type { Random } from '../random';
import { scenery } from '../scenery';
import { bareTree, snowyBush } from '../winter';
import { circle, ellipse, line, n, path, polygon, rect } from '../svg';

type Plant = { x: number; y: number; height: number; palette: Palette; random: Random; haze?: number };

const TRUNK = '#7b5233';

/** A tree with a round crown; without leaves in winter. */
export function roundTree(plant: Plant): string {
  const { x, y, height, palette, random, haze = 0 } = plant;
  if (palette.isSnowy) return scenery('tree', bareTree(plant));
  const leaf = mix(random.pick(palette.leaves), palette.haze, haze);
  const trunk = mix(palette.lit(TRUNK), palette.haze, haze);
  const crown = height * 0.36;
  const top = y - height + crown;
  const puffs = [
    [-0.62, 0.28, 0.66],
    [0.62, 0.24, 0.64],
    [0, 0.42, 0.74],
    [-0.34, -0.3, 0.66],
    [0.36, -0.34, 0.62],
  ] as const;
  const leafs = puffs.map(([dx, dy, size]) => circle(x + dx * crown, top + dy * crown, size * crown, leaf)).join('');
  const shade = circle(x + 0.2 * crown, top + 0.5 * crown, 0.6 * crown, darken(leaf, 0.14), 0.6);
  const shine = circle(x - 0.32 * crown, top - 0.34 * crown, 0.42 * crown, lighten(leaf, 0.2), 0.7);
  const stem = polygon([
    [x - height * 0.045, y],
    [x - height * 0.03, y - height * 0.5],
    [x + height * 0.03, y - height * 0.5],
    [x + height * 0.05, y],
  ]);
  return scenery('tree', path(stem, trunk) + leafs + shade + shine);
}

/** A conifer; with snow on it in winter. */
export function pine({ x, y, height, palette, random, haze = 0 }: Plant): string {
  const green = palette.isSnowy ? palette.lit('#4d7f6f') : palette.lit(random.pick(['#2f7350', '#3a8158', '#2a6650']));
  const leaf = mix(green, palette.haze, haze);
  const half = height * random.between(0.21, 0.26);
  const trunk = rect(
    { x: x - height * 0.03, y: y - height * 0.14, width: height * 0.06, height: height * 0.14 },
    mix(palette.lit(TRUNK), palette.haze, haze),
  );
  const tiers = [0, 1, 2].map((tier) => {
    const foot = y - height * (0.1 + tier * 0.26);
    const tip = foot - height * (0.42 - tier * 0.04);
    const reach = half * (1 - tier * 0.24);
    const left = `M${n(x)} ${n(tip)}L${n(x - reach)} ${n(foot)}Q${n(x)} ${n(foot + height * 0.05)} ${n(x + reach)} ${n(foot)}Z`;
    const right = `M${n(x)} ${n(tip)}L${n(x + reach)} ${n(foot)}Q${n(x + reach * 0.5)} ${n(foot + height * 0.035)} ${n(x + reach * 0.1)} ${n(foot + height * 0.02)}Z`;
    const snow = `M${n(x)} ${n(tip)}L${n(x - reach * 0.62)} ${n(tip + (foot - tip) * 0.62)}Q${n(x - reach * 0.2)} ${n(tip + (foot - tip) * 0.5)} ${n(x)} ${n(tip + (foot - tip) * 0.66)}Q${n(x + reach * 0.25)} ${n(tip + (foot - tip) * 0.48)} ${n(x + reach * 0.55)} ${n(tip + (foot - tip) * 0.55)}Z`;
    const cover = palette.isSnowy ? scenery('snow', path(snow, mix(palette.lit('#f7fbff'), palette.haze, haze))) : '';
    return path(left, leaf) + path(right, darken(leaf, 0.16), 0.8) + cover;
  });
  return scenery('pine', trunk + tiers.join(''));
}

/** A palm. */
export function palm({ x, y, height, palette, random, haze = 0 }: Plant): string {
  const lean = height * random.between(-0.22, 0.22);
  const [topX, topY] = [x + lean, y - height * 0.78];
  const leaf = mix(palette.lit('#3f9c58'), palette.haze, haze);
  const trunk = line(
    `M${n(x)} ${n(y)}Q${n(x - lean * 0.2)} ${n(y - height * 0.45)} ${n(topX)} ${n(topY)}`,
    mix(palette.lit('#a8763f'), palette.haze, haze),
    height * 0.055,
  );
  const fronds = [-165, -140, -100, -72, -35, -10, 15, 195].map((angle, index) => {
    const turn = ((angle + random.between(-8, 8)) * Math.PI) / 180;
    const length = height * random.between(0.34, 0.42);
    const [endX, endY] = [topX + Math.cos(turn) * length, topY + Math.sin(turn) * length * 0.6 + length * 0.28];
    const [midX, midY] = [topX + Math.cos(turn) * length * 0.5, topY + Math.sin(turn) * length * 0.75 - length * 0.08];
    const wide = height * 0.06;
    const d = `M${n(topX)} ${n(topY)}Q${n(midX)} ${n(midY - wide)} ${n(endX)} ${n(endY)}Q${n(midX)} ${n(midY + wide)} ${n(topX)} ${n(topY)}Z`;
    return path(d, index % 2 ? leaf : darken(leaf, 0.14));
  });
  const nuts =
    circle(topX - height * 0.02, topY + height * 0.03, height * 0.03, palette.lit('#6d4526')) +
    circle(topX + height * 0.035, topY + height * 0.025, height * 0.028, palette.lit('#7d5230'));
  return scenery('palm', trunk + fronds.join('') + nuts);
}

/** A bush. */
export function bush(plant: Plant): string {
  const { x, y, height, palette, random, haze = 0 } = plant;
  if (palette.isSnowy) return scenery('bush', snowyBush(plant));
  const leaf = mix(random.pick(palette.leaves), palette.haze, haze);
  return scenery(
    'bush',
    circle(x - height * 0.5, y - height * 0.38, height * 0.42, darken(leaf, 0.1)) +
      circle(x + height * 0.52, y - height * 0.34, height * 0.4, darken(leaf, 0.12)) +
      circle(x, y - height * 0.52, height * 0.5, leaf) +
      circle(x - height * 0.12, y - height * 0.66, height * 0.26, lighten(leaf, 0.16), 0.7) +
      rect(
        { x: x - height * 0.9, y: y - height * 0.3, width: height * 1.8, height: height * 0.3 },
        darken(leaf, 0.08),
        height * 0.15,
      ),
  );
}

/** A saguaro. */
export function saguaro({ x, y, height, palette, haze = 0 }: Plant): string {
  const green = mix(palette.lit('#4f9a5b'), palette.haze, haze);
  const wide = height * 0.17;
  const arms =
    line(`M${n(x)} ${n(y - height * 0.4)}H${n(x - height * 0.24)}V${n(y - height * 0.66)}`, green, wide * 0.72) +
    line(`M${n(x)} ${n(y - height * 0.3)}H${n(x + height * 0.25)}V${n(y - height * 0.56)}`, green, wide * 0.72);
  const body = line(`M${n(x)} ${n(y)}V${n(y - height * 0.9)}`, green, wide);
  const ribs = line(
    `M${n(x - wide * 0.2)} ${n(y)}V${n(y - height * 0.88)}M${n(x + wide * 0.22)} ${n(y)}V${n(y - height * 0.86)}`,
    darken(green, 0.2),
    wide * 0.1,
    0.6,
  );
  return scenery('cactus', arms + body + ribs);
}

/** A few blades of grass. */
export function grass({ x, y, height, palette, random }: Plant): string {
  const color = random.next() < 0.5 ? darken(palette.ground, 0.16) : lighten(palette.ground, 0.2);
  const blades = [-0.34, -0.1, 0.16, 0.4].map(
    (lean) =>
      `M${n(x + lean * height * 0.4)} ${n(y)}Q${n(x + lean * height * 0.4)} ${n(y - height * 0.5)} ${n(x + lean * height)} ${n(y - height * random.between(0.6, 1))}`,
  );
  return scenery('grass', line(blades.join(''), color, Math.max(0.8, height * 0.09), 0.8));
}

/** A flower in one of the colors. */
export function flower({ x, y, height, palette, random }: Plant, colors: readonly string[]): string {
  const petal = palette.lit(random.pick(colors));
  const size = height * 0.2;
  const headY = y - height * 0.8;
  const stem = line(
    `M${n(x)} ${n(y)}Q${n(x + height * 0.06)} ${n(y - height * 0.4)} ${n(x)} ${n(headY)}`,
    palette.lit('#4b8b3e'),
    height * 0.07,
  );
  const leaf = ellipse(x + height * 0.13, y - height * 0.28, height * 0.13, height * 0.055, palette.lit('#5a9c48'));
  const petals = [0, 1, 2, 3, 4].map((index) => {
    const turn = (index * 2 * Math.PI) / 5;
    return circle(x + Math.cos(turn) * size * 0.75, headY + Math.sin(turn) * size * 0.75, size * 0.62, petal);
  });
  return scenery('flower', stem + leaf + petals.join('') + circle(x, headY, size * 0.52, palette.lit('#f8d34c')));
}
