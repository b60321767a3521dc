/** Space, the sky, and plain backdrops. */
import { darken, lighten, mix } from '../color';
import { backdropColor } from '../palette';
import { scenery } from '../scenery';
import { circle, ellipse, glow, path, rect, verticalGradient } from '../svg';
import { softBelow } from './fields';
import type { Backdrop, Land } from './land';
import { hillPoints } from './ridge';
import { cloud, drawSky, drawStars } from './sky';

/** Space above the ground of a moon. */
export function drawSpace(land: Land): Backdrop {
  const { width, height, unit, random } = land;
  const tint = land.scene.mood === 'romantic' || land.scene.mood === 'dreamy' ? '#5b2a6b' : '#1d1650';
  const nebulas = ['#7b3fc4', '#2f6fd0', '#d0488f', '#2aa6b8'].map((color, index) =>
    glow(`nebula${index}`, color, 0.5),
  );
  const clouds = [0, 1, 2, 3, 0, 2].map((index) =>
    ellipse(
      random.between(0, width),
      random.between(0, height * 0.75),
      unit * random.between(26, 52),
      unit * random.between(16, 34),
      `url(#nebula${index})`,
      0.85,
    ),
  );
  const surface = height * 0.82;
  const ground = hillPoints(random, width, surface + unit * 2, unit * 5);
  const rock = '#8f8aa8';
  const craters = Array.from({ length: 9 }, () => {
    const [x, y, r] = [
      random.between(0, width),
      random.between(surface + unit * 5, height),
      unit * random.between(2, 5),
    ];
    return (
      ellipse(x, y, r, r * 0.34, darken(rock, 0.35)) + ellipse(x, y + r * 0.08, r * 0.86, r * 0.24, darken(rock, 0.18))
    );
  });
  return {
    defs:
      verticalGradient('space', ['#070a22', tint, '#2b2266']) +
      nebulas.join('') +
      verticalGradient('moon', [lighten(rock, 0.2), darken(rock, 0.3)]),
    back: [
      rect({ x: 0, y: 0, width, height }, 'url(#space)') +
        scenery('nebula', clouds.join('')) +
        drawStars(land, height * 0.9, 1.5),
      planets(land),
      path(softBelow(ground, height), 'url(#moon)') + scenery('crater', craters.join('')),
    ],
    front: [],
    ground: { top: surface + unit * 5, bottom: height * 0.96 },
    sky: { top: height * 0.08, bottom: surface * 0.9 },
    footing: 'none',
  };
}

function planets(land: Land): string {
  const { width, height, unit, random } = land;
  if (land.hasSkyBody) return '';
  const side = random.next() < 0.5 ? 0.16 : 0.84;
  const color = random.pick(['#e58a5b', '#5bb0c9', '#c98ad9', '#e0b45a']);
  const [x, y, r] = [width * side, height * random.between(0.14, 0.24), unit * random.between(7, 10)];
  const id = '<radialGradient id="planet" cx=".35" cy=".3" r=".8">';
  const shade = `<defs>${id}<stop offset="0" stop-color="${lighten(color, 0.35)}"/><stop offset=".6" stop-color="${color}"/><stop offset="1" stop-color="${darken(color, 0.6)}"/></radialGradient></defs>`;
  const small = circle(width * (1 - side), height * random.between(0.1, 0.4), unit * 2.6, '#d9dcf0');
  return scenery(
    'planet',
    shade +
      circle(x, y, r * 1.25, lighten(color, 0.3), 0.12) +
      circle(x, y, r, 'url(#planet)') +
      ellipse(x - r * 0.2, y - r * 0.1, r * 0.62, r * 0.09, '#ffffff', 0.16) +
      ellipse(x + r * 0.1, y + r * 0.28, r * 0.7, r * 0.08, '#ffffff', 0.12) +
      small,
  );
}

/** High above the ground, among clouds. */
export function drawHeights(land: Land): Backdrop {
  const { width, height, unit, random, palette } = land;
  const sky = drawSky(land, height * 0.98);
  const banks = [0.3, 0.15, 0].map((haze, row) => {
    const color = mix(palette.cloud, palette.sky[1], haze + (palette.isNight ? 0.2 : 0));
    const size = unit * (30 + row * 10);
    const puffs = Array.from({ length: Math.ceil(width / (size * 0.5)) + 2 }, (_, index) =>
      cloud(
        (index + random.between(-0.3, 0.3)) * size * 0.5,
        height * (0.8 + row * 0.09) + unit * random.between(-3, 3),
        size,
        color,
        1,
      ),
    );
    return scenery('cloud', puffs.join('') + rect({ x: 0, y: height * (0.82 + row * 0.09), width, height }, color));
  });
  return {
    ...(sky.body && { body: sky.body }),
    defs: sky.defs,
    back: [...sky.layers, ...banks.slice(0, 2), banks[2] ?? ''],
    front: [],
    ground: { top: height * 0.86, bottom: height * 0.97 },
    sky: { top: height * 0.08, bottom: height * 0.74 },
    footing: 'cloud',
  };
}

/** A quiet backdrop with a floor. */
export function drawPlain(land: Land): Backdrop {
  const { width, height, unit, palette, random, scene } = land;
  const base = backdropColor(scene, palette);
  const floor = height * 0.72;
  const isDark = palette.isNight || scene.backdrop === 'black';
  const dots = Array.from({ length: 7 }, () =>
    circle(
      random.between(0, width),
      random.between(0, floor * 0.9),
      unit * random.between(1.2, 4.5),
      lighten(base, 0.5),
      0.22,
    ),
  );
  const stars = palette.isNight && scene.backdrop === undefined ? drawStars(land, floor * 0.8, 0.7) : '';
  return {
    defs:
      verticalGradient('wall', [lighten(base, isDark ? 0.04 : 0.24), lighten(base, isDark ? 0.12 : 0.42)]) +
      verticalGradient('floor', [darken(base, 0.06), lighten(base, 0.16)]) +
      glow('spot', '#ffffff', isDark ? 0.22 : 0.55),
    back: [
      rect({ x: 0, y: 0, width, height }, 'url(#wall)') +
        stars +
        circle(width * 0.5, height * 0.42, unit * 42, lighten(base, 0.6), isDark ? 0.08 : 0.25) +
        scenery('dot', dots.join('')),
      ellipse(width / 2, height * 1.02, Math.max(width * 0.85, unit * 80), height * 1.02 - floor, 'url(#floor)') +
        ellipse(width / 2, height * 0.84, unit * 46, unit * 13, 'url(#spot)'),
    ],
    front: [],
    ground: { top: floor + unit * 5, bottom: height * 0.92 },
    sky: { top: height * 0.07, bottom: floor * 0.62 },
    footing: 'ground',
  };
}
