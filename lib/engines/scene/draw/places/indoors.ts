/** Living room and kitchen. */
import { darken, lighten, mix } from '../color';
import { circle, ellipse, line, n, path, polygon, rect, verticalGradient } from '../svg';
import type { Backdrop, Land } from './land';
import { drawStars } from './sky';

/** Inside, night only dims the light. */
function indoorLight({ palette, scene }: Land): (color: string) => string {
  const [tint, share] = {
    day: ['#ffffff', 0],
    dawn: ['#f7c3a8', 0.14],
    sunset: ['#e8875a', 0.2],
    night: ['#2b2a5a', 0.36],
  }[scene.time] as [string, number];
  const moody = (color: string): string => (scene.mood ? mix(color, palette.lit(color), 0.4) : color);
  return (color) => mix(scene.time === 'night' ? color : moody(color), tint, share);
}

/** A window that shows the time of day and the weather outside. */
function outlook(land: Land, x: number, y: number, width: number, height: number): string {
  const { palette, unit, scene } = land;
  const lit = indoorLight(land);
  const [cx, cy] = [x + width * 0.7, y + height * 0.3];
  const hill = `M${n(x)} ${n(y + height)}V${n(y + height * 0.74)}Q${n(x + width * 0.3)} ${n(y + height * 0.56)} ${n(x + width * 0.56)} ${n(y + height * 0.76)}T${n(x + width)} ${n(y + height * 0.7)}V${n(y + height)}Z`;
  const isClear = scene.weather === 'clear' || scene.weather === 'rainbow' || scene.weather === 'wind';
  const body = isClear ? circle(cx, cy, width * 0.11, palette.light) : '';
  const drops =
    scene.weather === 'rain' || scene.weather === 'storm'
      ? Array.from({ length: 14 }, (_, index) =>
          line(
            `M${n(x + width * (((index * 37) % 100) / 100) + 1)} ${n(y + height * (((index * 53) % 86) / 100))}l${n(-unit * 0.5)} ${n(height * 0.1)}`,
            '#dfefff',
            unit * 0.25,
            0.8,
          ),
        ).join('')
      : '';
  const flakes =
    scene.weather === 'snow'
      ? Array.from({ length: 14 }, (_, index) =>
          circle(
            x + width * (0.06 + ((index * 37) % 90) / 100),
            y + height * (0.04 + ((index * 53) % 90) / 100),
            unit * 0.5,
            '#ffffff',
          ),
        ).join('')
      : '';
  const stars =
    palette.isNight && isClear
      ? `<g transform="translate(${n(x)} ${n(y)})">${drawStars({ ...land, width: width * 0.96 }, height * 0.7, 6)}</g>`
      : '';
  const frame = unit * 1.4;
  const color = lit('#fdfaf3');
  return (
    rect(
      { x: x - frame * 1.4, y: y - frame * 1.4, width: width + frame * 2.8, height: height + frame * 2.8 },
      darken(color, 0.14),
      unit,
    ) +
    rect({ x, y, width, height }, 'url(#outside)') +
    stars +
    body +
    path(hill, palette.ground) +
    drops +
    flakes +
    path(
      polygon([
        [x + width * 0.08, y + height * 0.5],
        [x + width * 0.42, y],
        [x + width * 0.55, y],
        [x + width * 0.08, y + height * 0.7],
      ]),
      '#ffffff',
      0.18,
    ) +
    `<path d="M${n(x)} ${n(y)}H${n(x + width)}V${n(y + height)}H${n(x)}ZM${n(x + width / 2)} ${n(y)}V${n(y + height)}M${n(x)} ${n(y + height / 2)}H${n(x + width)}" fill="none" stroke="${color}" stroke-width="${n(frame)}"/>` +
    rect(
      { x: x - frame * 2.4, y: y + height + frame * 0.8, width: width + frame * 4.8, height: frame * 1.5 },
      color,
      unit * 0.4,
    )
  );
}

/** A living room. */
export function drawLivingRoom(land: Land): Backdrop {
  const { width, height, unit, random, palette } = land;
  const lit = indoorLight(land);
  const floor = height * 0.66;
  const base = random.pick(['#f3dcc2', '#d9e6e0', '#e6dcee', '#f4e2d0', '#d8e3ef']);
  const wall = lit(base);
  const stripes = Array.from({ length: Math.ceil(width / (unit * 9)) }, (_, index) =>
    rect({ x: index * unit * 9, y: 0, width: unit * 4.5, height: floor }, lighten(wall, 0.25), 0, 0.5),
  );
  const wood = lit('#c08a55');
  const planks = Array.from({ length: 21 }, (_, index) => {
    const [from, to] = [width * (0.5 + (index - 10) * 0.09), width * (0.5 + (index - 10) * 0.2)];
    return line(`M${n(from)} ${n(floor)}L${n(to)} ${n(height)}`, darken(wood, 0.2), unit * 0.3, 0.55);
  });
  const board =
    rect({ x: 0, y: floor - unit * 3.4, width, height: unit * 3.6 }, lit('#fbf6ec')) +
    rect({ x: 0, y: floor - unit * 0.4, width, height: unit * 0.8 }, darken(wood, 0.3), 0, 0.6);
  const size = Math.min(width * 0.34, floor * 0.5, unit * 34);
  const windowX = width * (random.next() < 0.5 ? 0.12 : 0.54);
  const top = floor * 0.16;
  const isLeft = windowX < width * 0.3;
  const curtain = [0, 1].map((side) => {
    const x = side ? windowX + size * 0.98 : windowX - size * 0.18;
    const folds = [0.25, 0.5, 0.75].map((at) =>
      line(`M${n(x + size * 0.2 * at)} ${n(top - unit * 2)}V${n(top + size * 1.2)}`, lit('#b85f62'), unit * 0.35, 0.5),
    );
    return (
      rect({ x, y: top - unit * 4, width: size * 0.2, height: size * 1.26 }, lit('#d9777a'), unit) + folds.join('')
    );
  });
  const rod = rect(
    { x: windowX - size * 0.24, y: top - unit * 4.6, width: size * 1.48, height: unit * 1.1 },
    lit('#7a5638'),
    unit * 0.5,
  );
  const artX = isLeft ? width * 0.64 : width * 0.14;
  const art = picture(land, artX, floor * 0.22, Math.min(width * 0.2, unit * 19), lit);
  const plant = pottedPlant(land, width * (isLeft ? 0.93 : 0.07), floor + unit * 5, unit * 26, lit);
  const rug =
    ellipse(width / 2, floor + (height - floor) * 0.52, width * 0.36, (height - floor) * 0.3, lit('#7f9ecb')) +
    ellipse(width / 2, floor + (height - floor) * 0.51, width * 0.31, (height - floor) * 0.24, lit('#a9c0e2')) +
    ellipse(width / 2, floor + (height - floor) * 0.51, width * 0.27, (height - floor) * 0.2, lit('#7f9ecb'), 0.6);
  return {
    defs:
      verticalGradient('outside', palette.sky) + verticalGradient('floor', [darken(wood, 0.08), lighten(wood, 0.12)]),
    back: [
      rect({ x: 0, y: 0, width, height: floor }, wall) + stripes.join(''),
      outlook(land, windowX, top, size, size * 1.05) +
        curtain.join('') +
        rod +
        art +
        ceilingLamp(land, width * 0.5, floor, lit),
      rect({ x: 0, y: floor, width, height: height - floor }, 'url(#floor)') + planks.join('') + board + rug + plant,
    ],
    front: [],
    ground: { top: floor + unit * 5, bottom: height * 0.95 },
    sky: { top: height * 0.05, bottom: floor * 0.6 },
    footing: 'ground',
  };
}

function picture({ unit }: Land, x: number, y: number, size: number, lit: (color: string) => string): string {
  const inner = { x: x + unit, y: y + unit, width: size - unit * 2, height: size * 0.8 - unit * 2 };
  const [left, bottom] = [inner.x, inner.y + inner.height];
  return (
    rect({ x, y, width: size, height: size * 0.8 }, lit('#8a623d'), unit * 0.5) +
    rect(inner, lit('#cfe8f2')) +
    circle(left + inner.width * 0.74, inner.y + inner.height * 0.3, inner.height * 0.14, lit('#f7cf6b')) +
    path(
      polygon([
        [left, bottom],
        [left + inner.width * 0.34, inner.y + inner.height * 0.36],
        [left + inner.width * 0.6, bottom],
      ]),
      lit('#6f8fb5'),
    ) +
    path(
      polygon([
        [left + inner.width * 0.36, bottom],
        [left + inner.width * 0.68, inner.y + inner.height * 0.56],
        [left + inner.width, bottom],
      ]),
      lit('#8fb47c'),
    )
  );
}

function ceilingLamp({ unit, palette }: Land, x: number, floor: number, lit: (color: string) => string): string {
  const y = Math.min(floor * 0.2, unit * 15);
  const shine = palette.isNight
    ? circle(x, y, unit * 26, '#ffe7a6', 0.16) + circle(x, y, unit * 14, '#ffe7a6', 0.2)
    : '';
  return (
    shine +
    line(`M${n(x)} 0V${n(y - unit * 4)}`, lit('#5d5348'), unit * 0.4) +
    ellipse(x, y + unit * 0.4, unit * 2, unit * 1.6, '#fff3c9') +
    path(
      polygon([
        [x - unit * 2, y - unit * 4.4],
        [x + unit * 2, y - unit * 4.4],
        [x + unit * 6, y],
        [x - unit * 6, y],
      ]),
      lit('#e0a84e'),
    )
  );
}

function pottedPlant({ unit }: Land, x: number, y: number, height: number, lit: (color: string) => string): string {
  const leaves = [-70, -45, -20, 5, 28, 52, 74].map((angle, index) => {
    const turn = ((angle - 90) * Math.PI) / 180;
    const length = height * (0.5 + ((index * 3) % 4) * 0.06);
    const [dx, dy] = [Math.cos(turn) * length, Math.sin(turn) * length];
    const [px, py] = [x, y - height * 0.3];
    return path(
      `M${n(px)} ${n(py)}Q${n(px + dx * 0.5 - dy * 0.2)} ${n(py + dy * 0.5 + dx * 0.2)} ${n(px + dx)} ${n(py + dy)}Q${n(px + dx * 0.5 + dy * 0.2)} ${n(py + dy * 0.5 - dx * 0.2)} ${n(px)} ${n(py)}Z`,
      lit(index % 2 ? '#4f9d5d' : '#3b8550'),
    );
  });
  const pot = path(
    polygon([
      [x - height * 0.16, y - height * 0.32],
      [x + height * 0.16, y - height * 0.32],
      [x + height * 0.11, y],
      [x - height * 0.11, y],
    ]),
    lit('#c96f4a'),
  );
  return (
    ellipse(x, y, height * 0.2, unit, '#000000', 0.15) +
    leaves.join('') +
    pot +
    rect(
      { x: x - height * 0.18, y: y - height * 0.35, width: height * 0.36, height: height * 0.07 },
      lit('#d98560'),
      unit * 0.5,
    )
  );
}

/** A kitchen. */
export function drawKitchen(land: Land): Backdrop {
  const { width, height, unit, random, palette } = land;
  const lit = indoorLight(land);
  const floor = height * 0.7;
  const wall = lit('#f6ead2');
  const accent = lit(random.pick(['#6fa8a0', '#7f9fc6', '#d98a6a', '#8fb07a']));
  const counter = floor - unit * 24;
  const tile = unit * 6;
  const tiles = Array.from({ length: Math.ceil(width / tile) * 3 }, (_, index) => {
    const [column, row] = [Math.floor(index / 3), index % 3];
    return rect(
      {
        x: column * tile + unit * 0.2,
        y: counter - (row + 1) * tile + unit * 0.2,
        width: tile - unit * 0.4,
        height: tile - unit * 0.4,
      },
      (column + row) % 4 === 0 ? lighten(accent, 0.45) : lit('#fdf8ee'),
      unit * 0.5,
    );
  });
  const doors = Array.from({ length: Math.ceil(width / (unit * 17)) }, (_, index) => {
    const x = index * unit * 17 + unit;
    return (
      rect({ x, y: counter + unit * 4, width: unit * 15, height: unit * 18 }, lighten(accent, 0.12), unit) +
      rect(
        { x: x + unit * 1.6, y: counter + unit * 5.6, width: unit * 11.8, height: unit * 14.8 },
        accent,
        unit * 0.6,
      ) +
      circle(x + unit * 12.4, counter + unit * 13, unit * 0.7, lit('#f2d590'))
    );
  });
  const size = Math.min(width * 0.34, counter * 0.55, unit * 30);
  const windowX = width * random.between(0.34, 0.52) - size * 0.2;
  const shelfY = Math.max(unit * 16, counter * 0.42);
  const shelfX = windowX > width * 0.42 ? width * 0.05 : Math.min(width * 0.72, windowX + size + unit * 8);
  const shelfWidth = Math.min(unit * 26, Math.max(unit * 8, width - shelfX - unit * 4));
  const jars = ['#e58a5b', '#7fb58a', '#e8c15a', '#c77d9a'].map((color, index) => {
    const x = shelfX + shelfWidth * (0.08 + index * 0.23);
    return (
      rect({ x, y: shelfY - unit * 6, width: shelfWidth * 0.16, height: unit * 6 }, lit(color), unit) +
      rect(
        { x: x - unit * 0.2, y: shelfY - unit * 7, width: shelfWidth * 0.16 + unit * 0.4, height: unit * 1.4 },
        lit('#8a623d'),
        unit * 0.4,
      )
    );
  });
  const checks = Array.from({ length: 5 }, (_, row) =>
    Array.from({ length: 12 }, (_, column) => {
      if ((row + column) % 2) return '';
      const [y0, y1] = [floor + (height - floor) * (row / 5) ** 1.3, floor + (height - floor) * ((row + 1) / 5) ** 1.3];
      const at = (y: number, index: number): number =>
        width * (0.5 + ((index - 6) / 6) * (0.62 + (0.6 * (y - floor)) / (height - floor)));
      return path(
        polygon([
          [at(y0, column), y0],
          [at(y0, column + 1), y0],
          [at(y1, column + 1), y1],
          [at(y1, column), y1],
        ]),
        lit('#d9c3a5'),
      );
    }).join(''),
  );
  return {
    defs: verticalGradient('outside', palette.sky) + verticalGradient('floor', [lit('#f0e3cd'), lit('#fbf3e4')]),
    back: [
      rect({ x: 0, y: 0, width, height: floor }, wall) + tiles.join(''),
      outlook(land, windowX, Math.max(unit * 8, counter - tile * 3 - size * 0.95), size, size * 0.8) +
        rect({ x: shelfX, y: shelfY, width: shelfWidth, height: unit * 1.4 }, lit('#9a6b40'), unit * 0.3) +
        jars.join('') +
        ceilingLamp(land, width * 0.82, counter * 0.7, lit),
      rect({ x: 0, y: floor, width, height: height - floor }, 'url(#floor)') + checks.join(''),
      rect({ x: 0, y: counter + unit * 2, width, height: floor - counter - unit * 2 }, darken(accent, 0.12)) +
        doors.join('') +
        rect({ x: 0, y: counter, width, height: unit * 3.4 }, lit('#e9dccb')) +
        rect({ x: 0, y: counter + unit * 3, width, height: unit * 0.8 }, lit('#b9a890')) +
        rect({ x: 0, y: floor - unit * 1.6, width, height: unit * 1.8 }, darken(accent, 0.4)),
    ],
    front: [],
    ground: { top: floor + unit * 4, bottom: height * 0.95 },
    sky: { top: height * 0.05, bottom: counter * 0.7 },
    footing: 'ground',
  };
}
