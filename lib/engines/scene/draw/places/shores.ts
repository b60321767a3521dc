/** Beach, sea, and lake. */
import { homesOf } from '../../icons/icon-sizes';
import { darken, lighten, mix } from '../color';
import { scenery } from '../scenery';
import { ellipse, line, n, path, polygon, rect, verticalGradient } from '../svg';
import { groundPlane, softBelow, undergrowth } from './fields';
import { mountainRange } from './highlands';
import { asksFor, type Backdrop, type Land } from './land';
import { palm, pine } from './plants';
import { hillPoints } from './ridge';
import { drawSky } from './sky';

/** A body of water between two heights, with waves and the sky's light on it. */
function waterPlane(land: Land, top: number, bottom: number): { defs: string; layer: string } {
  const { width, unit, random, palette } = land;
  const defs = verticalGradient('water', [
    // At night the sea is darker than the sky above it: the horizon is seen.
    palette.isNight ? darken(palette.water, 0.34) : mix(palette.water, palette.sky[2], 0.42),
    palette.water,
    darken(palette.water, 0.22),
  ]);
  const waves = Array.from({ length: Math.round(Math.min(110, (width * (bottom - top)) / (unit * unit * 46))) }, () => {
    const share = random.next() ** 0.8;
    const [x, y, reach] = [
      random.between(0, width),
      top + (bottom - top) * (0.04 + 0.94 * share),
      unit * (1.2 + 4.4 * share),
    ];
    const d = `M${n(x - reach)} ${n(y)}Q${n(x - reach / 2)} ${n(y - reach * 0.22)} ${n(x)} ${n(y)}T${n(x + reach)} ${n(y)}`;
    return line(
      d,
      random.next() < 0.6 ? lighten(palette.water, 0.45) : darken(palette.water, 0.3),
      unit * (0.18 + 0.34 * share),
      0.65,
    );
  });
  const shineX = width * (palette.isNight ? 0.76 : 0.5);
  const isCovered = land.scene.weather === 'storm' || land.scene.weather === 'fog' || land.scene.weather === 'rain';
  // A moon that the prompt asks for may be anywhere.
  const shine =
    isCovered || land.hasSkyBody || land.scene.time === 'day'
      ? ''
      : Array.from({ length: 16 }, (_, index) => {
          const y = top + ((bottom - top) * (index + 0.4)) / 18;
          return ellipse(
            shineX + random.between(-1, 1) * unit * 2,
            y,
            unit * random.between(2, 3 + index * 0.45),
            unit * 0.35,
            palette.light,
            0.6 - index * 0.025,
          );
        }).join('');
  const edge = rect(
    { x: 0, y: top, width, height: unit * 0.5 },
    lighten(palette.water, 0.5),
    0,
    palette.isNight ? 0.35 : 0.6,
  );
  const plane = rect({ x: 0, y: top, width, height: bottom - top }, 'url(#water)');
  return {
    defs,
    layer:
      plane +
      edge +
      scenery(palette.isNight ? 'moon' : 'sun', scenery('reflection', shine)) +
      scenery('wave', waves.join('')),
  };
}

/** Sand before the sea. */
export function drawBeach(land: Land): Backdrop {
  const { width, height, unit, random, palette } = land;
  const [horizon, shore] = [height * 0.46, height * 0.66];
  const sky = drawSky(land, horizon);
  const water = waterPlane(land, horizon, shore + unit * 9);
  const sand = palette.lit('#f6dca4');
  const edge = hillPoints(random, width, shore, unit * 4);
  const foam = edge.map(([x, y]) => [x, y - unit * 1.5] as const);
  const wet = edge.map(([x, y]) => [x, y - unit * 0.3] as const);
  const grains = sandGrains(land, shore, sand);
  const star = (x: number, y: number, r: number): string =>
    path(
      polygon(
        Array.from(
          { length: 10 },
          (_, index) =>
            [
              x + Math.cos((index * Math.PI) / 5) * r * (index % 2 ? 0.45 : 1),
              y + Math.sin((index * Math.PI) / 5) * r * 0.6 * (index % 2 ? 0.45 : 1),
            ] as const,
        ),
      ),
      palette.lit('#f08a5d'),
    );
  const side = random.next() < 0.5 ? 0.07 : 0.93;
  const palms =
    palm({ x: width * side, y: shore + unit * 8, height: unit * 40, palette, random }) +
    palm({
      x: width * (side < 0.5 ? side + 0.09 : side - 0.09),
      y: shore + unit * 5,
      height: unit * 29,
      palette,
      random,
    });
  return {
    ...(sky.body && { body: sky.body }),
    defs: sky.defs + water.defs + verticalGradient('sand', [lighten(sand, 0.12), sand, darken(sand, 0.1)]),
    back: [
      ...sky.layers,
      water.layer,
      scenery('foam', path(softBelow(foam, height), palette.lit('#ffffff'), 0.85)) +
        path(softBelow(wet, height), palette.lit('#d9b97e')) +
        path(
          softBelow(
            edge.map(([x, y]) => [x, y + unit * 1.2] as const),
            height,
          ),
          'url(#sand)',
        ) +
        grains.join('') +
        scenery('starfish', star(width * random.between(0.2, 0.8), height * 0.95, unit * 2.4)),
      asksFor(land, 'palm') ? '' : palms,
    ],
    front: [],
    ground: { top: shore + unit * 6, bottom: height * 0.95 },
    sky: { top: height * 0.05, bottom: horizon * 0.82 },
    water: { top: horizon + unit * 3, bottom: shore - unit * 5 },
    footing: 'ground',
  };
}

/** Rows of high waves with foam on their crests; shares say how far down each row is. */
function breakers(land: Land, horizon: number, shares: readonly number[]): string {
  const { width, height, unit, random, palette } = land;
  return scenery(
    'wave',
    shares
      .map((share, row) => {
        const y = horizon + (height - horizon) * share;
        const long = unit * (14 + share * 20);
        const tall = unit * (3 + share * 5);
        const start = -long * random.between(0.2, 1);
        const count = Math.ceil((width - start) / long) + 1;
        const crests = Array.from({ length: count }, (_, index) => {
          const [x, rise] = [start + index * long, tall * random.between(0.75, 1.15)];
          return `C${n(x + long * 0.3)} ${n(y)} ${n(x + long * 0.36)} ${n(y - rise)} ${n(x + long * 0.62)} ${n(y - rise)}C${n(x + long * 0.52)} ${n(y - rise * 0.6)} ${n(x + long * 0.7)} ${n(y)} ${n(x + long)} ${n(y)}`;
        });
        const color = mix(lighten(palette.water, 0.08), darken(palette.water, 0.45), 0.25 + row * 0.1 + share * 0.3);
        const top = `M${n(start)} ${n(y)}${crests.join('')}`;
        return (
          path(`${top}V${n(height + unit)}H${n(start)}Z`, color) +
          line(top, lighten(palette.water, 0.72), unit * (0.6 + share * 0.6), 0.85)
        );
      })
      .join(''),
  );
}

/** Open water to the horizon. */
export function drawSea(land: Land): Backdrop {
  const { width, height, unit, random, palette } = land;
  const horizon = height * 0.47;
  const sky = drawSky(land, horizon);
  const water = waterPlane(land, horizon, height);
  const isRough = land.scene.weather === 'storm' || land.scene.weather === 'wind';
  const swell = [0.5, 0.72, 0.9].map((share, index) => {
    const y = horizon + (height - horizon) * share;
    const points = hillPoints(random, width, y, unit * 3.2);
    const color = mix(palette.water, darken(palette.water, 0.4), 0.3 + index * 0.25);
    return scenery('wave', path(softBelow(points, height), color, 0.45));
  });
  return {
    ...(sky.body && { body: sky.body }),
    defs: sky.defs + water.defs,
    back: [...sky.layers, water.layer, isRough ? breakers(land, horizon, [0.2, 0.46]) : swell.join('')],
    front: isRough ? [breakers(land, horizon, [0.78, 0.97])] : [],
    ground: { top: horizon + unit * 8, bottom: height * 0.9 },
    sky: { top: height * 0.05, bottom: horizon * 0.82 },
    water: { top: horizon + unit * 8, bottom: height * 0.9 },
    footing: 'island',
  };
}

/** A lake between mountains and a grassy shore; the shore is narrow if everybody swims. */
export function drawLake(land: Land): Backdrop {
  const { width, height, unit, random, palette } = land;
  const isWide = isForSwimmers(land);
  const [horizon, shore] = [height * (isWide ? 0.4 : 0.46), height * (isWide ? 0.955 : 0.72)];
  const sky = drawSky(land, horizon);
  const rise = Math.min(horizon * 0.55, unit * 36);
  const far = mountainRange(land, horizon + unit, rise, 0.42);
  const bank = hillPoints(random, width, horizon + unit * 1.5, unit * 5);
  const trees = Array.from({ length: Math.round(width / (unit * 4)) }, () =>
    pine({
      x: random.between(0, width),
      y: horizon + unit * 1.5,
      height: unit * random.between(5, 11),
      palette,
      random,
      haze: 0.25,
    }),
  );
  const pines = asksFor(land, 'pine') ? '' : trees.join('');
  const water = waterPlane(land, horizon + unit, shore + unit * 10);
  const mirror = `<g transform="matrix(1 0 0 -.55 0 ${n((horizon + unit) * 1.55)})" opacity=".32">${path(softBelow(bank, horizon + unit * 1.5), darken(palette.ground, 0.3))}${pines}</g>`;
  const ground = groundPlane(land, shore, palette.ground);
  return {
    ...(sky.body && { body: sky.body }),
    defs: sky.defs + water.defs + ground.defs,
    back: [
      ...sky.layers,
      far,
      path(softBelow(bank, height), mix(darken(palette.ground, 0.12), palette.haze, 0.25)) + pines,
      water.layer + mirror,
      ground.layer + (isWide ? '' : undergrowth(land, shore, 0.25)) + scenery('reed', reeds(land, shore)),
    ],
    front: [],
    ground: isWide
      ? { top: horizon + unit * 12, bottom: shore - unit * 3 }
      : { top: shore + unit * 5, bottom: height * 0.96 },
    sky: { top: height * 0.05, bottom: horizon * 0.6 },
    water: { top: horizon + unit * (isWide ? 12 : 6), bottom: shore - unit * (isWide ? 3 : 5) },
    footing: isWide ? 'island' : 'ground',
  };
}

/** Reeds at both ends of a shore. */
function reeds({ width, unit, palette }: Land, shore: number): string {
  const [stalk, head] = [palette.lit('#6d9a46'), palette.lit('#8a5a34')];
  return [0.03, 0.09, 0.9, 0.97]
    .flatMap((at) =>
      [0, 1, 2, 3].map((index) => {
        const [x, high] = [width * at + index * unit * 1.3, 4 + ((index * 5) % 4)];
        const cattail = { x: x - unit * 0.5, y: shore - unit * (high + 1), width: unit, height: unit * 3.4 };
        return (
          line(`M${n(x)} ${n(shore + unit * 6)}V${n(shore - unit * high)}`, stalk, unit * 0.4) +
          rect(cattail, head, unit * 0.5)
        );
      }),
    )
    .join('');
}

/** Whether there are water birds, and nobody who needs the shore. */
function isForSwimmers({ scene: { subjects } }: Land): boolean {
  const isAfloat = (icon: string): boolean => homesOf(icon).some((home) => /^(water|swim|sky)$/.test(home));
  return subjects.some(({ icon }) => /^(duck|swan|goose)$/.test(icon)) && subjects.every(({ icon }) => isAfloat(icon));
}

/** Darker grains of sand. */
function sandGrains(land: Land, shore: number, sand: string): string[] {
  const { width, height, unit, random } = land;
  return Array.from({ length: 50 }, () =>
    ellipse(
      random.between(0, width),
      random.between(shore + unit * 5, height),
      unit * random.between(0.15, 0.5),
      unit * 0.16,
      darken(sand, 0.22),
      0.5,
    ),
  );
}
