/** A living room. */
import { darken, lighten } from '../../color';
import { scenery } from '../../scenery';
import { type Box, circle, ellipse, line, n, path, polygon, rect, verticalGradient } from '../../svg';
import { asksFor, type Backdrop, countOf, type Land } from '../land';
import { ceilingLamp, indoorLight, outlook } from './window-view';

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
  const asked = countOf(land, 'window');
  const isLeft = random.next() < 0.5;
  const size = Math.min(width * 0.34, floor * (asked ? 0.54 : 0.5), unit * (asked ? 38 : 34));
  const spots = asked > 1 ? [0.11, 0.56] : [asked ? (isLeft ? 0.075 : 0.585) : isLeft ? 0.12 : 0.54];
  const windows = spots.map((at): Box => ({ x: width * at, y: floor * 0.14, width: size, height: size * 1.05 }));
  const art = picture(land, width * (isLeft ? 0.7 : 0.12), floor * 0.22, Math.min(width * 0.2, unit * 19), lit);
  const plant = pottedPlant(land, width * (isLeft ? 0.93 : 0.07), floor + unit * 5, unit * 26, lit);
  return {
    defs:
      verticalGradient('outside', palette.sky) + verticalGradient('floor', [darken(wood, 0.08), lighten(wood, 0.12)]),
    back: [
      rect({ x: 0, y: 0, width, height }, wall) + stripes.join(''),
      windows.map((window) => curtained(land, window, lit)).join('') +
        (asksFor(land, 'picture') || asked > 1 ? '' : art) +
        (asksFor(land, 'lamp')
          ? ''
          : ceilingLamp(land, width * (asked > 1 ? 0.5 : isLeft ? 0.585 : 0.435), floor, lit)),
      rect({ x: 0, y: floor, width, height: height - floor }, 'url(#floor)') +
        planks.join('') +
        board +
        (asksFor(land, 'rug') ? '' : rug(land, floor, lit)) +
        (asksFor(land, 'plant') ? '' : plant),
    ],
    front: [],
    ground: { top: floor + unit * 5, bottom: height * 0.95 },
    sky: { top: height * 0.05, bottom: floor * 0.6 },
    wall: {
      x: width * (isLeft ? 0.54 : 0.04),
      y: height * 0.06,
      width: width * 0.4,
      height: floor * 0.62,
    },
    ...(asked > 0 && { fixtures: { 'own:window': windows } }),
    footing: 'ground',
  };
}

/** A window with the view, between curtains. */
function curtained(land: Land, { x, y, width, height }: Box, lit: (color: string) => string): string {
  const { unit } = land;
  const curtains = [x - width * 0.18, x + width * 0.98].map((left) => {
    const folds = [0.25, 0.5, 0.75].map((at) =>
      line(
        `M${n(left + width * 0.2 * at)} ${n(y - unit * 2)}V${n(y + height * 1.14)}`,
        lit('#b85f62'),
        unit * 0.35,
        0.5,
      ),
    );
    return (
      rect({ x: left, y: y - unit * 4, width: width * 0.2, height: height * 1.2 }, lit('#d9777a'), unit) +
      folds.join('')
    );
  });
  const rod = { x: x - width * 0.24, y: y - unit * 4.6, width: width * 1.48, height: unit * 1.1 };
  return scenery(
    'window',
    outlook(land, x, y, width, height) + curtains.join('') + rect(rod, lit('#7a5638'), unit * 0.5),
  );
}

/** A rug in the middle of the floor. */
function rug({ width, height }: Land, floor: number, lit: (color: string) => string): string {
  const [x, y, deep] = [width / 2, floor + (height - floor) * 0.51, height - floor];
  return scenery(
    'rug',
    ellipse(x, y + deep * 0.01, width * 0.36, deep * 0.3, lit('#7f9ecb')) +
      ellipse(x, y, width * 0.31, deep * 0.24, lit('#a9c0e2')) +
      ellipse(x, y, width * 0.27, deep * 0.2, lit('#7f9ecb'), 0.6),
  );
}

function picture({ unit }: Land, x: number, y: number, size: number, lit: (color: string) => string): string {
  const inner = { x: x + unit, y: y + unit, width: size - unit * 2, height: size * 0.8 - unit * 2 };
  const [left, bottom] = [inner.x, inner.y + inner.height];
  return scenery(
    'picture',
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
      ),
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
  return scenery(
    'houseplant',
    ellipse(x, y, height * 0.2, unit, '#000000', 0.15) +
      leaves.join('') +
      pot +
      rect(
        { x: x - height * 0.18, y: y - height * 0.35, width: height * 0.36, height: height * 0.07 },
        lit('#d98560'),
        unit * 0.5,
      ),
  );
}
