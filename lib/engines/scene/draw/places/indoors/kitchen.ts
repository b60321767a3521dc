/** A kitchen. */
import { darken, lighten } from '../../color';
import { scenery } from '../../scenery';
import { circle, path, polygon, rect, verticalGradient } from '../../svg';
import { asksFor, type Backdrop, type Land } from '../land';
import { ceilingLamp, indoorLight, outlook } from './window-view';

/** A kitchen. */
export function drawKitchen(land: Land): Backdrop {
  const { width, height, unit, random, palette } = land;
  const lit = indoorLight(land);
  const floor = height * 0.7;
  const wall = lit('#f6ead2');
  const accent = lit(random.pick(['#6fa8a0', '#7f9fc6', '#d98a6a', '#8fb07a']));
  const counter = floor - unit * 24;
  const tile = unit * 6;
  const tiles = wallTiles(land, counter, tile, accent, lit);
  const doors = cupboards(land, counter, accent, lit);
  const size = Math.min(width * 0.34, counter * 0.55, unit * 30);
  const windowX = width * random.between(0.34, 0.52) - size * 0.2;
  const shelfY = Math.max(unit * 16, counter * 0.42);
  const shelfX = windowX > width * 0.42 ? width * 0.05 : Math.min(width * 0.72, windowX + size + unit * 8);
  const shelfWidth = Math.min(unit * 26, Math.max(unit * 8, width - shelfX - unit * 4));
  const jars = jarsOn(land, shelfX, shelfY, shelfWidth, lit);
  const window = {
    x: windowX,
    y: Math.max(unit * 8, counter - tile * 3 - size * 0.95),
    width: size,
    height: size * 0.8,
  };
  const hasShelf = !asksFor(land, 'picture');
  const checks = checkeredFloor(land, floor, lit);
  return {
    defs: verticalGradient('outside', palette.sky) + verticalGradient('floor', [lit('#f0e3cd'), lit('#fbf3e4')]),
    back: [
      rect({ x: 0, y: 0, width, height }, wall) + scenery('tile', tiles.join('')),
      outlook(land, window.x, window.y, window.width, window.height) +
        (hasShelf
          ? scenery(
              'shelf',
              rect({ x: shelfX, y: shelfY, width: shelfWidth, height: unit * 1.4 }, lit('#9a6b40'), unit * 0.3),
            )
          : '') +
        (hasShelf && !asksFor(land, 'jar') ? scenery('jar', jars.join('')) : '') +
        (asksFor(land, 'lamp') ? '' : ceilingLamp(land, width * 0.82, counter * 0.7, lit)),
      rect({ x: 0, y: floor, width, height: height - floor }, 'url(#floor)') + scenery('tile', checks.join('')),
      scenery(
        'cupboard',
        rect({ x: 0, y: counter + unit * 2, width, height: floor - counter - unit * 2 }, darken(accent, 0.12)) +
          doors.join('') +
          rect({ x: 0, y: counter, width, height: unit * 3.4 }, lit('#e9dccb')) +
          rect({ x: 0, y: counter + unit * 3, width, height: unit * 0.8 }, lit('#b9a890')) +
          rect({ x: 0, y: floor - unit * 1.6, width, height: unit * 1.8 }, darken(accent, 0.4)),
      ),
    ],
    front: [],
    ground: { top: floor + unit * 4, bottom: height * 0.95 },
    sky: { top: height * 0.05, bottom: counter * 0.7 },
    wall: { x: shelfX, y: height * 0.06, width: shelfWidth, height: Math.max(unit * 10, shelfY + unit * 4) },
    ...(asksFor(land, 'window') && { fixtures: { 'own:window': [window] } }),
    footing: 'ground',
  };
}

/** Three rows of tiles above the counter. */
function wallTiles(
  land: Land,
  counter: number,
  tile: number,
  accent: string,
  lit: (color: string) => string,
): string[] {
  const { width, unit } = land;
  return Array.from({ length: Math.ceil(width / tile) * 3 }, (_, index) => {
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
}

/** Doors below the counter. */
function cupboards(land: Land, counter: number, accent: string, lit: (color: string) => string): string[] {
  const { width, unit } = land;
  return Array.from({ length: Math.ceil(width / (unit * 17)) }, (_, index) => {
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
}

/** Tiles that grow toward the viewer. */
function checkeredFloor(land: Land, floor: number, lit: (color: string) => string): string[] {
  const { width, height } = land;
  return Array.from({ length: 5 }, (_, row) =>
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
}

/** Jars on the shelf. */
function jarsOn(
  land: Land,
  shelfX: number,
  shelfY: number,
  shelfWidth: number,
  lit: (color: string) => string,
): string[] {
  const { unit } = land;
  return ['#e58a5b', '#7fb58a', '#e8c15a', '#c77d9a'].map((color, index) => {
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
}
