/** Winter. Snow has contours, so that it is seen in styles of few tones, too. */
import { mix } from './color';
import type { Palette } from './palette';
import type { Land } from './places/land';
import type { Random } from './random';
import { scenery } from './scenery';
import { circle, ellipse, line, n, path } from './svg';

type Plant = { x: number; y: number; height: number; palette: Palette; random: Random; haze?: number };

/** The shadow in snow, which is its contour. */
const SHADE = '#93aecb';
const BARK = '#6f5646';

/** Whether the sun of this day is behind the pale sky of winter. */
export function isPaleDay({ scene, palette }: Land): boolean {
  return palette.isSnowy && scene.time === 'day' && scene.weather === 'clear' && scene.sky === undefined;
}

/** Drifts with blue shadows and contours, and a track that somebody left. */
export function snowdrifts(land: Land, top: number): string {
  const { width, height, unit, random, palette } = land;
  const [shade, light] = [palette.lit('#c3d6ea'), palette.lit('#ffffff')];
  const drifts = [0.16, 0.3, 0.44, 0.62, 0.8].map((down, index) => {
    const [x, y] = [
      width * (index % 2 ? random.between(0.55, 0.95) : random.between(0.05, 0.45)),
      top + (height - top) * down,
    ];
    const [reach, rise] = [unit * (16 + down * 26), unit * (1.6 + down * 3.4)];
    const crest = `M${n(x - reach)} ${n(y)}C${n(x - reach * 0.5)} ${n(y)} ${n(x - reach * 0.35)} ${n(y - rise)} ${n(x)} ${n(y - rise)}C${n(x + reach * 0.4)} ${n(y - rise)} ${n(x + reach * 0.5)} ${n(y)} ${n(x + reach)} ${n(y)}`;
    return (
      path(`${crest}Q${n(x)} ${n(y + rise * 1.1)} ${n(x - reach)} ${n(y)}Z`, shade, 0.55) +
      path(`${crest}Q${n(x)} ${n(y - rise * 0.1)} ${n(x - reach)} ${n(y)}Z`, light, 0.9) +
      line(crest, palette.lit(SHADE), unit * (0.22 + down * 0.2), 0.8)
    );
  });
  return drifts.join('') + track(land, top + (height - top) * 0.3);
}

/** Footprints that come nearer from a side. */
function track({ width, height, unit, random, palette }: Land, top: number): string {
  const side = random.next() < 0.5 ? 0 : 1;
  const steps = Array.from({ length: 9 }, (_, index) => {
    const share = index / 8;
    const x = width * Math.abs(side - (0.06 + 0.2 * share ** 2 + (index % 2 ? 0.016 : 0)));
    const [y, r] = [top + (height * 0.98 - top) * share, unit * (0.6 + 0.8 * share)];
    return ellipse(x, y, r, r * 0.5, palette.lit(SHADE), 0.75);
  });
  return steps.join('');
}

/** A tree without leaves, with snow on its branches. */
export function bareTree({ x, y, height, palette, random, haze = 0 }: Plant): string {
  const levels = ['', '', '', ''];
  const snow = ['', ''];
  const grow = (fromX: number, fromY: number, length: number, angle: number, level: number): void => {
    const [toX, toY] = [fromX + Math.sin(angle) * length, fromY - Math.cos(angle) * length];
    levels[level] += `M${n(fromX)} ${n(fromY)}L${n(toX)} ${n(toY)}`;
    if (level > 0 && Math.abs(angle) > 0.4) {
      const up = height * (0.034 - 0.008 * level);
      const at = (share: number): string =>
        `${n(fromX + (toX - fromX) * share)} ${n(fromY + (toY - fromY) * share - up)}`;
      snow[level === 3 ? 1 : 0] += `M${at(0.2)}L${at(0.95)}`;
    }
    if (level === 3) return;
    for (const turn of level === 2 ? [-0.45, 0.4] : [-0.72, -0.04, 0.66]) {
      const next = angle + turn + random.between(-0.14, 0.14);
      // Branches grow upward, and leave the trunk at different heights.
      const share = level === 0 && turn !== -0.04 ? random.between(0.78, 0.98) : 1;
      const bent = Math.max(-1.25, Math.min(1.25, next));
      grow(
        fromX + (toX - fromX) * share,
        fromY + (toY - fromY) * share,
        length * random.between(0.6, 0.72),
        bent,
        level + 1,
      );
    }
  };
  grow(x, y, height * 0.4, random.between(-0.05, 0.05), 0);
  const bark = mix(palette.lit(BARK), palette.haze, haze);
  const white = mix(palette.lit('#ffffff'), palette.haze, haze * 0.5);
  const wood = levels.map((d, level) => line(d, bark, height * ([0.06, 0.032, 0.018, 0.011][level] ?? 0.01)));
  return wood.join('') + line(snow[0] ?? '', white, height * 0.022) + line(snow[1] ?? '', white, height * 0.013);
}

/** A bush under a cap of snow. */
export function snowyBush({ x, y, height, palette, haze = 0 }: Plant): string {
  const twigs = mix(palette.lit('#7d8f86'), palette.haze, haze);
  const white = mix(palette.lit('#ffffff'), palette.haze, haze * 0.5);
  const mounds = [
    [-0.5, 0.38, 0.42],
    [0.52, 0.34, 0.4],
    [0, 0.52, 0.5],
  ] as const;
  const low = path(
    `M${n(x - height * 0.92)} ${n(y)}Q${n(x - height * 0.95)} ${n(y - height * 0.4)} ${n(x)} ${n(y - height * 0.5)}Q${n(x + height * 0.95)} ${n(y - height * 0.4)} ${n(x + height * 0.92)} ${n(y)}Z`,
    twigs,
  );
  return (
    low +
    mounds.map(([dx, dy, r]) => circle(x + dx * height, y - dy * height, r * height, twigs)).join('') +
    mounds.map(([dx, dy, r]) => circle(x + dx * height, y - (dy + 0.14) * height, r * height * 0.92, white)).join('')
  );
}

/** The even cloud cover of a pale day: long, flat bands. */
export function paleClouds({ width, unit, random, palette }: Land, horizon: number): string {
  const bands = Array.from({ length: 7 }, (_, index) => {
    const [x, y] = [width * random.between(0, 1), horizon * (0.06 + 0.12 * index)];
    const [reach, deep] = [unit * random.between(26, 46), unit * random.between(1.6, 3)];
    return (
      ellipse(x, y, reach, deep, palette.cloud, 0.4) +
      ellipse(x + reach * 0.3, y + deep, reach * 0.7, deep * 0.7, palette.cloud, 0.4)
    );
  });
  return scenery('cloud', bands.join(''));
}

/** A large snowflake that is near. */
export function nearFlake(x: number, y: number, size: number, palette: Palette): string {
  return circle(x, y, size, palette.lit(SHADE), 0.9) + circle(x, y, size * 0.76, '#ffffff');
}
