/** Fronts of shops and restaurants with a board for their name, barns, towers, and pyramids. */
import { darken, hslOf, lighten, mix } from '../color';
import { drawText } from '../draw-text';
import { circle, ellipse, line, path, rect } from '../svg';
import { box, type OwnDrawing, type Paint, shading } from './own-drawing';

/** An awning of eight stripes with round ends. */
function awning(x: number, y: number, width: number, stripe: string): string {
  const wide = width / 8;
  const stripes = Array.from({ length: 8 }, (_, at) => {
    const left = x + at * wide;
    const top = x + width * 0.04 + (at * width * 0.92) / 8;
    const fill = at % 2 ? '#fff8ec' : stripe;
    return path(
      `M${top} ${y}H${top + (width * 0.92) / 8}L${left + wide} ${y + 20}A${wide / 2} 6 0 0 1 ${left} ${y + 20}Z`,
      fill,
    );
  });
  return (
    rect(box(x + 4, y + 18, width - 8, 14), '#1d1b33', 0, 0.2) +
    stripes.join('') +
    path(
      `M${x + width * 0.04} ${y}H${x + width * 0.96}L${x + width * 0.975} ${y + 6}H${x + width * 0.025}Z`,
      '#ffffff',
      0.22,
    )
  );
}

/** A stripe color that is seen on the wall. */
function stripeOn(wall: string): string {
  const { h, s } = hslOf(wall);
  return s > 0.3 && (h < 40 || h > 320) ? '#2f8f83' : '#d8483f';
}

/** A board with a name; without one, with ornaments. */
function board(x: number, y: number, width: number, height: number, text: string): string {
  const middle = x + width / 2;
  const ornament =
    circle(middle, y + height / 2, height * 0.2, '#d8a24a') +
    line(
      `M${x + width * 0.14} ${y + height / 2}H${middle - height * 0.4}M${middle + height * 0.4} ${y + height / 2}H${x + width * 0.86}`,
      '#d8a24a',
      2.4,
    );
  return (
    rect(box(x, y, width, height), '#3a2c3f', 5) +
    rect(box(x + 3, y + 3, width - 6, height - 6), '#fff6e0', 3) +
    (text === '' ? ornament : drawText(text, box(x + 7, y + 5, width - 14, height - 10), '#2b2140'))
  );
}

/** A pane with things on display. */
function display(x: number, y: number, width: number, height: number, id: string): string {
  const glass = shading(`${id}glass`, '#cfeefc', '#86c5e6');
  const goods = ['#e2574c', '#f2b84b', '#5fae72', '#8b6fc4', '#f08a5d'].map((color, at) => {
    const left = x + 9 + at * ((width - 14) / 5);
    return rect(box(left, y + height - 20 - (at % 2) * 5, 11, 15 + (at % 2) * 5), color, at % 2 ? 5 : 2);
  });
  return (
    glass.defs +
    rect(box(x, y, width, height), '#5a3d2b', 3) +
    rect(box(x + 4, y + 4, width - 8, height - 8), glass.fill) +
    ellipse(x + width / 2, y + 8, width * 0.4, 12, '#fff3c4', 0.8) +
    goods.join('') +
    rect(box(x + 4, y + height - 7, width - 8, 4), '#8a6242') +
    path(
      `M${x + 10} ${y + height - 6}L${x + width * 0.42} ${y + 4}H${x + width * 0.56}L${x + width * 0.24} ${y + height - 6}Z`,
      '#ffffff',
      0.28,
    )
  );
}

/** A door with a pane. */
function shopDoor(x: number, y: number, width: number, height: number): string {
  return (
    rect(box(x, y, width, height), '#4a3022', 3) +
    rect(box(x + 4, y + 4, width - 8, height - 4), '#7c5136', 2) +
    rect(box(x + 9, y + 9, width - 18, height * 0.55), '#bfe5f5', 2) +
    path(
      `M${x + 12} ${y + height * 0.5}L${x + width - 14} ${y + 10}H${x + width - 9}V${y + height * 0.3}Z`,
      '#ffffff',
      0.4,
    ) +
    circle(x + 9, y + height * 0.72, 2.4, '#f2cf63') +
    rect(box(x - 4, y + height - 2, width + 8, 6), '#b8b2ab', 2)
  );
}

function shop({ main, light, dark, text, id }: Paint): string {
  const wall = shading(`${id}wall`, light, mix(main, dark, 0.18));
  return (
    wall.defs +
    rect(box(8, 12, 174, 158), wall.fill, 2) +
    rect(box(160, 12, 22, 158), dark, 0, 0.18) +
    rect(box(0, 6, 190, 10), lighten(main, 0.45), 3) +
    rect(box(10, 0, 170, 8), dark, 3) +
    board(16, 22, 158, 42, text) +
    display(20, 84, 90, 62, id) +
    rect(box(18, 146, 94, 24), darken(main, 0.35), 2) +
    rect(box(24, 151, 82, 13), main, 2) +
    shopDoor(124, 86, 46, 82) +
    awning(8, 70, 174, stripeOn(main)) +
    rect(box(8, 168, 174, 3), darken(main, 0.5), 1)
  );
}

/** An upper window with shutters and flowers. */
function shuttered(x: number, y: number, wall: string): string {
  const flowers = [0, 1, 2, 3, 4].map((at) =>
    circle(x - 1 + at * 8, y + 40 - (at % 2) * 3, 4.2, at % 2 ? '#f7a1b5' : '#e2574c'),
  );
  return (
    rect(box(x - 2, y - 2, 34, 38), lighten(wall, 0.5), 3) +
    rect(box(x + 2, y + 2, 26, 32), '#9fd0ea', 1) +
    line(`M${x + 15} ${y + 2}V${y + 34}M${x + 2} ${y + 16}H${x + 28}`, '#fffaf0', 2.4) +
    rect(box(x - 15, y - 2, 13, 38), '#3f7d62', 2) +
    rect(box(x + 32, y - 2, 13, 38), '#3f7d62', 2) +
    line(
      `M${x - 12} ${y + 6}H${x - 5}M${x - 12} ${y + 14}H${x - 5}M${x - 12} ${y + 22}H${x - 5}M${x + 35} ${y + 6}H${x + 42}M${x + 35} ${y + 14}H${x + 42}M${x + 35} ${y + 22}H${x + 42}`,
      '#6aa88b',
      2,
    ) +
    rect(box(x - 4, y + 38, 38, 7), '#8a5a34', 2) +
    flowers.join('')
  );
}

function restaurant({ main, light, dark, text, id }: Paint): string {
  const wall = shading(`${id}wall`, light, mix(main, dark, 0.16));
  const tiles = Array.from({ length: 13 }, (_, at) =>
    rect(box(2 + at * 15.2, 8, 14, 20), at % 2 ? '#c2573f' : '#b14c37', 6),
  );
  return (
    wall.defs +
    rect(box(10, 22, 182, 188), wall.fill, 2) +
    rect(box(170, 22, 22, 188), dark, 0, 0.16) +
    path('M0 26L12 2H190L202 26Z', '#8f3d2e') +
    tiles.join('') +
    shuttered(42, 42, main) +
    shuttered(130, 42, main) +
    board(24, 94, 154, 32, text) +
    (text === '' ? plateAndCutlery(101, 110) : '') +
    display(24, 146, 84, 46, id) +
    rect(box(22, 192, 88, 18), darken(main, 0.4), 2) +
    shopDoor(126, 142, 44, 66) +
    awning(12, 128, 176, '#2f8f5b') +
    [114, 182]
      .map(
        (x) =>
          rect(box(x - 7, 196, 14, 14), '#b8653f', 3) +
          circle(x, 188, 10, '#3f9458') +
          circle(x - 4, 183, 6, '#63b56c'),
      )
      .join('')
  );
}

/** The sign of places to eat. */
function plateAndCutlery(x: number, y: number): string {
  return (
    rect(box(x - 40, y - 11, 80, 22), '#fff6e0') +
    circle(x, y, 10, '#d8483f') +
    circle(x, y, 6, '#fff6e0') +
    line(
      `M${x - 22} ${y - 9}V${y + 9}M${x - 26} ${y - 9}V${y - 3}Q${x - 22} ${y + 1} ${x - 18} ${y - 3}V${y - 9}M${x + 21} ${y + 9}V${y - 9}Q${x + 28} ${y - 3} ${x + 21} ${y + 1}`,
      '#3a2c3f',
      2,
    )
  );
}

/** Buildings by name. */
export const FRONTS: Readonly<Record<string, OwnDrawing>> = {
  shop: { width: 190, height: 171, color: '#e9c7a0', draw: shop },
  restaurant: { width: 202, height: 210, color: '#f3d9ae', draw: restaurant },
  barn: {
    width: 190,
    height: 160,
    color: '#b8443a',
    draw: ({ main, light, dark, id }) => {
      const wall = shading(`${id}wall`, light, main);
      return (
        wall.defs +
        rect(box(150, 10, 36, 148), '#c3cad4', 12) +
        path('M168 22V158H186V22Q182 14 168 12Z', '#8e98a8', 0.6) +
        path('M10 160V72L34 34L80 8L126 34L150 72V160Z', wall.fill) +
        path('M80 8L126 34L150 72V160H118Z', dark, 0.22) +
        line('M2 78L32 32L80 4L128 32L158 78', '#5e4a52', 9) +
        line('M2 75L32 29L80 1L128 29L158 75', '#8a727a', 3) +
        rect(box(64, 44, 32, 28), '#fff6e6', 2) +
        rect(box(68, 48, 24, 24), '#4a2a28') +
        rect(box(46, 92, 68, 68), darken(main, 0.3)) +
        line('M48 94H112V159H48ZM80 94V159M48 94L80 159L112 94M48 159L80 94L112 159', '#fff3e2', 4)
      );
    },
  },
  tower: {
    width: 110,
    height: 220,
    color: '#a9acb8',
    draw: ({ main, light, dark, id }) => {
      const wall = `<defs><linearGradient id="${id}wall"><stop offset="0" stop-color="${light}"/><stop offset=".5" stop-color="${main}"/><stop offset="1" stop-color="${dark}"/></linearGradient></defs>`;
      const stones = [96, 122, 150, 178, 204].map((y, at) =>
        [30, 56, 74].map((x) => rect(box(x + (at % 2) * 8 - 4, y, 12, 6), darken(main, 0.2), 2, 0.5)).join(''),
      );
      return (
        wall +
        path('M24 78H86L94 220H16Z', `url(#${id}wall)`) +
        stones.join('') +
        path('M10 56H100V66L90 82H20L10 66Z', `url(#${id}wall)`) +
        [10, 30, 50, 70, 90].map((x) => rect(box(x, 44, 10, 16), at(x, main, dark), 1)).join('') +
        path('M16 48L55 0L94 48Z', '#8a4a6a') +
        path('M55 0L94 48H62Z', '#5d2f4e', 0.7) +
        rect(box(48, 98, 14, 26), '#2f2a44', 7) +
        rect(box(48, 148, 14, 22), '#2f2a44', 7) +
        path('M42 220V198Q55 180 68 198V220Z', '#5a3a28')
      );
    },
  },
  pyramid: {
    width: 240,
    height: 150,
    color: '#e0b35c',
    draw: ({ main, light, dark }) => {
      const rows = [30, 52, 74, 96, 118, 138].map((y) => {
        const half = (y / 150) * 120;
        return line(`M${120 - half} ${y}L${120 + half * 0.3} ${y}`, dark, 1.2, 0.45);
      });
      return (
        path('M120 0L0 150H156Z', light) +
        path('M120 0L156 150H240Z', mix(main, dark, 0.55)) +
        rows.join('') +
        path('M120 0L104 20H125Z', '#fff0c0') +
        path('M60 150V132H76V150Z', darken(main, 0.6))
      );
    },
  },
};

/** Battlements are lit from the left. */
function at(x: number, main: string, dark: string): string {
  return mix(main, dark, x / 130);
}
