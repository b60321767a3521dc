/** A street. */
import { darken, lighten } from '../color';
import { scenery } from '../scenery';
import { type Box, circle, ellipse, path, polygon, rect, verticalGradient } from '../svg';
import { skyline } from './city';
import { asksFor, type Backdrop, type Land } from './land';
import { bush, roundTree } from './plants';
import { drawSky } from './sky';

const FACADES = ['#e8a87c', '#e27d60', '#f2cf8d', '#8fb9a8', '#85a5cc', '#d99bb0', '#c9b1e0', '#f0e0c4'];

const ROOFS = ['#b5533c', '#8c4a4a', '#6a5a7a', '#a0623f'];

/** House fronts, a sidewalk, and a road. */
export function drawStreet(land: Land): Backdrop {
  const { width, height, unit, palette } = land;
  const walk = height * 0.66;
  const sky = drawSky(land, walk, walk * 0.34);
  const isSuburb = asksFor(land, 'house');
  const fronts = isSuburb ? greenery(land, walk) : rowOfFronts(land, walk);
  const road = palette.lit('#6b7280');
  const edge = walk + unit * 9;
  const dashes = Array.from({ length: Math.ceil(width / (unit * 14)) }, (_, index) =>
    rect(
      { x: index * unit * 14 + unit * 2, y: edge + (height - edge) * 0.55, width: unit * 8, height: unit * 0.9 },
      palette.lit('#f4e6b0'),
      unit * 0.3,
    ),
  );
  // Their feet are no nearer than those of buildings, which stand before them.
  const lamps = Array.from({ length: Math.max(1, Math.floor(width / (unit * 55))) }, (_, index) =>
    lamp(land, width * ((index + 0.5) / Math.max(1, Math.floor(width / (unit * 55)))) + unit * 21, walk + unit * 0.3),
  );
  const stone = palette.lit(palette.isSnowy ? '#e9eff5' : '#cbc5bd');
  return {
    ...(sky.body && { body: sky.body }),
    defs: sky.defs + verticalGradient('ground', [road, darken(road, 0.2)]),
    back: [
      ...sky.layers,
      skyline(land, walk - unit * 6, Math.min(walk * (isSuburb ? 0.4 : 0.56), unit * (isSuburb ? 24 : 36)), 0.62),
      fronts,
      rect({ x: 0, y: walk, width, height }, stone) +
        rect({ x: 0, y: edge - unit * 1.4, width, height: unit * 1.6 }, darken(stone, 0.2)) +
        rect({ x: 0, y: edge, width, height: height - edge }, 'url(#ground)') +
        dashes.join('') +
        (asksFor(land, 'street lamp') ? '' : lamps.join('')),
    ],
    front: [],
    ground: { top: walk + unit * 6, bottom: height * 0.95 },
    sky: { top: height * 0.04, bottom: walk * 0.35 },
    lots: walk + unit * 2,
    footing: 'ground',
  };
}

/** Fronts side by side, below the free sky. */
function rowOfFronts(land: Land, walk: number): string {
  const { width, unit, random } = land;
  const fronts: string[] = [];
  for (let x = -unit * random.between(0, 8); x < width;) {
    const wide = unit * random.between(20, 27);
    fronts.push(facade(land, x, walk, wide, Math.min(walk * 0.6, unit * random.between(27, 38))));
    x += wide;
  }
  return scenery('building', fronts.join(''));
}

/** Lawns with trees and a hedge, where the prompt has houses of its own. */
function greenery(land: Land, walk: number): string {
  const { width, unit, random, palette } = land;
  const across = (step: number): number[] =>
    Array.from({ length: Math.ceil(width / step) + 1 }, (_, index) => (index + random.between(-0.25, 0.25)) * step);
  const trees = across(unit * 17).map((x) =>
    roundTree({ x, y: walk - unit * 5, height: unit * random.between(17, 26), palette, random, haze: 0.16 }),
  );
  const hedge = across(unit * 8).map((x) =>
    bush({ x, y: walk - unit * 3, height: unit * random.between(6, 8), palette, random, haze: 0.06 }),
  );
  return (
    (asksFor(land, 'tree') ? '' : trees.join('')) +
    hedge.join('') +
    rect({ x: 0, y: walk - unit * 5, width, height: unit * 8 }, palette.ground)
  );
}

function facade(land: Land, x: number, base: number, width: number, height: number): string {
  const { unit, random, palette } = land;
  const color = palette.lit(random.pick(FACADES));
  const top = base - height;
  const roof = roofOf(land, x, top, width, color);
  const panes: string[] = [];
  const columns = width > unit * 23 ? 3 : 2;
  const floors = Math.max(1, Math.floor((height - unit * 15) / (unit * 11)));
  for (let floor = 0; floor < floors; floor += 1) {
    for (let column = 0; column < columns; column += 1) {
      const pane = {
        x: x + (width * (column + 0.5)) / columns - unit * 2.2,
        y: top + unit * (3.5 + floor * 11),
        width: unit * 4.4,
        height: unit * 6.4,
      };
      const isLit = palette.isNight && random.next() < 0.6;
      panes.push(paneOf(land, pane, isLit, color));
    }
  }
  const [awning, awningY] = [
    palette.lit(random.pick(['#d8574f', '#3f8f8a', '#e0a63f', '#5b7fc4'])),
    base - unit * 10.5,
  ];
  const strips = awningStrips(land, x, awningY, width, awning);
  const shop = asksFor(land, 'building')
    ? ''
    : scenery(
        'window',
        rect(
          { x: x + width * 0.1, y: base - unit * 8.5, width: width * 0.5, height: unit * 7 },
          palette.isNight ? '#ffe3a0' : palette.lit('#bfe0f0'),
        ),
      ) +
      scenery(
        'door',
        rect(
          { x: x + width * 0.67, y: base - unit * 8.5, width: width * 0.21, height: unit * 8.5 },
          darken(color, 0.45),
        ) + circle(x + width * 0.7, base - unit * 4, unit * 0.35, '#f2cf63'),
      );
  return (
    roof +
    rect({ x, y: top, width: width + 0.4, height }, color) +
    panes.join('') +
    rect({ x, y: base - unit * 1.2, width, height: unit * 1.4 }, darken(color, 0.3)) +
    (shop === '' ? groundFloor(land, x, base, width, color) : shop + scenery('awning', strips.join('')))
  );
}

/** A door and a window: a house that is no shop. */
function groundFloor(land: Land, x: number, base: number, width: number, color: string): string {
  const { unit } = land;
  const pane = { x: x + width * 0.18, y: base - unit * 9, width: unit * 5, height: unit * 5.6 };
  return (
    paneOf(land, pane, land.palette.isNight, color) +
    scenery(
      'door',
      rect(
        { x: x + width * 0.62, y: base - unit * 9, width: width * 0.22, height: unit * 9 },
        darken(color, 0.45),
        unit * 0.4,
      ),
    )
  );
}

function lamp({ unit, palette }: Land, x: number, y: number): string {
  const post = palette.lit('#3b4152');
  const shine = palette.isNight
    ? circle(x, y - unit * 25, unit * 8, '#ffe49a', 0.22) + ellipse(x, y, unit * 8, unit * 1.6, '#ffe49a', 0.25)
    : '';
  return scenery(
    'street lamp',
    shine +
      rect({ x: x - unit * 0.5, y: y - unit * 24, width: unit, height: unit * 24 }, post) +
      rect({ x: x - unit * 1.1, y: y - unit * 1.5, width: unit * 2.2, height: unit * 1.5 }, post, unit * 0.3) +
      circle(x, y - unit * 25, unit * 1.9, palette.isNight ? '#fff0bd' : '#fdf8e8') +
      rect({ x: x - unit * 1.5, y: y - unit * 27.4, width: unit * 3, height: unit * 0.9 }, post, unit * 0.4),
  );
}

/** Stripes of an awning. */
function awningStrips(land: Land, x: number, awningY: number, width: number, awning: string): string[] {
  const { unit, palette } = land;
  return Array.from({ length: 8 }, (_, index) =>
    rect(
      {
        x: x + width * 0.08 + (width * 0.84 * index) / 8,
        y: awningY,
        width: (width * 0.84) / 8 + 0.3,
        height: unit * 3,
      },
      index % 2 ? palette.lit('#fdf6ea') : awning,
      unit * 0.4,
    ),
  );
}

/** A slanted or a flat roof. */
function roofOf({ unit, random, palette }: Land, x: number, top: number, width: number, color: string): string {
  return random.next() < 0.5
    ? path(
        polygon([
          [x - unit, top],
          [x + width * 0.14, top - unit * 7],
          [x + width * 0.86, top - unit * 7],
          [x + width + unit, top],
        ]),
        palette.lit(random.pick(ROOFS)),
      )
    : rect({ x: x - unit * 0.5, y: top - unit * 2, width: width + unit, height: unit * 2.4 }, darken(color, 0.25));
}

/** A window with its frame and its sill. */
function paneOf({ unit, palette }: Land, pane: Box, isLit: boolean, color: string): string {
  const trim = lighten(color, 0.4);
  return scenery(
    'window',
    rect(
      {
        x: pane.x - unit * 0.6,
        y: pane.y - unit * 0.6,
        width: pane.width + unit * 1.2,
        height: pane.height + unit * 1.2,
      },
      trim,
      unit * 0.4,
    ) +
      rect(pane, isLit ? '#ffdf8f' : palette.lit('#a9d0ea')) +
      rect({ ...pane, width: pane.width * 0.1, x: pane.x + pane.width * 0.45 }, trim) +
      rect(
        {
          x: pane.x - unit * 0.9,
          y: pane.y + pane.height + unit * 0.4,
          width: pane.width + unit * 1.8,
          height: unit * 0.8,
        },
        darken(color, 0.3),
      ),
  );
}
