/** Towers, posts, signs, and toys. */
import { hslOf, lighten } from '../color';
import { drawText } from '../draw-text';
import { circle, ellipse, line, path, rect } from '../svg';
import type { OwnDrawing } from './own-drawing';

const box = (x: number, y: number, width: number, height: number) => ({ x, y, width, height });

/** What signs and banners are written with, on their pale ground. */
const INK = '#241a38';

/** A color that can be read on another one. */
function inkOn(background: string): string {
  return hslOf(background).l > 0.55 ? '#2b2440' : '#fffaf0';
}

/** Structures by name. */
export const STRUCTURES: Readonly<Record<string, OwnDrawing>> = {
  sign: {
    width: 150,
    height: 150,
    color: '#d9a566',
    draw: ({ main, light, dark, text }) =>
      rect(box(68, 60, 14, 90), '#7a4f2b', 4) +
      rect(box(68, 92, 5, 58), '#946338', 2) +
      rect(box(0, 4, 150, 86), dark, 9) +
      rect(box(0, 0, 150, 86), main, 9) +
      rect(box(7, 7, 136, 72), text === '' ? light : '#fff6e0', 5, text === '' ? 0.35 : 1) +
      circle(12, 12, 2.5, dark) +
      circle(138, 12, 2.5, dark) +
      drawText(text, box(12, 11, 126, 64), INK),
  },
  banner: {
    width: 300,
    height: 92,
    color: '#d8574f',
    draw: ({ main, light, dark, text }) =>
      path('M0 22L34 12V76L0 86L12 54ZM300 22L266 12V76L300 86L288 54Z', dark) +
      path('M18 8C90 -2 210 -2 282 8V86C210 76 90 76 18 86Z', main) +
      path('M26 15C96 6 204 6 274 15V77C204 68 96 68 26 77Z', text === '' ? light : '#fff8e6') +
      drawText(text, box(32, 14, 236, 54), INK),
  },
  flag: {
    width: 110,
    height: 150,
    color: '#d8574f',
    draw: ({ main, light, dark, text }) =>
      rect(box(4, 4, 7, 146), '#8b8f9c', 3) +
      circle(7.5, 5, 5, '#f2cf63') +
      path('M11 12C38 0 62 24 108 12V70C62 82 38 58 11 70Z', main) +
      path('M11 12C24 6 32 8 40 11V64C30 60 22 66 11 70Z', light, 0.7) +
      path('M80 17C90 17 98 15 108 12V70C98 73 90 74 80 74Z', dark, 0.5) +
      drawText(text, box(22, 22, 78, 38), inkOn(main)),
  },
  'lamp-post': {
    width: 50,
    height: 180,
    color: '#3d4454',
    draw: ({ main, light, dark }) =>
      circle(25, 28, 25, '#ffe9a3', 0.35) +
      rect(box(22, 44, 6, 126), main, 2) +
      rect(box(22, 44, 2.5, 126), light, 1) +
      path('M12 180L18 164H32L38 180Z', dark) +
      path('M14 14H36L32 44H18Z', '#fff0b8') +
      path('M10 14L25 0L40 14Z', dark) +
      rect(box(16, 42, 18, 5), dark, 2),
  },
  lighthouse: {
    width: 110,
    height: 230,
    color: '#d8574f',
    draw: ({ main, light, dark }) =>
      path('M0 230C8 210 24 208 30 204H82C90 210 104 212 110 230Z', '#8b8f98') +
      path('M38 70H72L84 212H26Z', '#fbf7ef') +
      path('M36.500 92H73.500L76.500 122H33.500ZM31 152H79L81.500 182H28.500Z', main) +
      path('M62 70H72L84 212H68Z', dark, 0.22) +
      rect(box(30, 62, 50, 9), dark, 3) +
      rect(box(40, 34, 30, 28), '#fff0b0', 3) +
      line('M50 36V60M60 36V60', dark, 2) +
      path('M34 36L55 10L76 36Z', main) +
      circle(55, 8, 4, light) +
      rect(box(48, 188, 14, 22), '#6b4226', 6),
  },
  windmill: {
    width: 170,
    height: 210,
    color: '#f0e6d2',
    draw: ({ main, light, dark }) =>
      path('M58 82H112L128 210H42Z', main) +
      path('M94 82H112L128 210H100Z', dark, 0.35) +
      path('M54 84C56 56 114 56 116 84Z', '#b5553f') +
      rect(box(74, 172, 22, 38), '#7a4f2b', 8) +
      rect(box(76, 118, 18, 20), '#8ec5e8', 4) +
      [20, 110, 200, 290]
        .map(
          (angle) =>
            `<g transform="rotate(${angle} 85 78)">${rect(box(82.5, 2, 5, 76), '#7a4f2b', 2)}${rect(box(87, 6, 20, 54), light, 2)}` +
            `${line('M88 20H106M88 33H106M88 46H106', '#b79a72', 2)}</g>`,
        )
        .join('') +
      circle(85, 78, 7, '#5b3a1f'),
  },
  ball: {
    width: 60,
    height: 60,
    color: '#e2574c',
    draw: ({ main, light, dark }) =>
      circle(30, 30, 30, dark) +
      ellipse(28, 28, 28, 28, main) +
      path('M2 22C16 32 44 32 58 22C60 28 60 34 58 38C44 46 16 46 2 38C0 34 0 28 2 22Z', '#ffffff', 0.85) +
      ellipse(20, 14, 10, 6, light, 0.9),
  },
  cube: {
    width: 100,
    height: 100,
    color: '#5b8def',
    draw: ({ main, light, dark }) =>
      path('M50 0L100 22L50 46L0 22Z', light) +
      path('M0 22L50 46V100L0 74Z', main) +
      path('M100 22L50 46V100L100 74Z', dark),
  },
  kite: {
    width: 100,
    height: 150,
    color: '#e2574c',
    draw: ({ main, light, dark }) =>
      line('M46 92C40 112 62 122 52 150', '#7d8597', 2) +
      path('M40 108L54 114L42 118ZM64 124L50 130L62 136Z', '#f2cf63') +
      path('M50 0L92 40L46 96L8 40Z', main) +
      path('M50 0L92 40H49Z', light) +
      path('M46 96L8 40H49Z', dark) +
      line('M50 0L46 96M8 40H92', '#fff6e0', 2),
  },
  'flown-kite': {
    width: 190,
    height: 300,
    color: '#e2574c',
    draw: ({ main, light, dark }) =>
      line('M120 100C104 170 60 250 10 298', '#f7f4ee', 2.5) +
      line('M130 96C138 118 122 128 134 148C142 160 134 170 138 180', '#7d8597', 2) +
      path('M124 112L138 118L126 124ZM142 136L128 142L140 148ZM130 160L144 166L132 172Z', '#f2cf63') +
      path('M134 0L182 46L130 104L86 40Z', main) +
      path('M134 0L182 46L133 43Z', light) +
      path('M130 104L86 40L133 43Z', dark) +
      line('M134 0L130 104M86 40L182 46', '#fff6e0', 2.5),
  },
  balloon: {
    width: 70,
    height: 140,
    color: '#e2574c',
    draw: ({ main, light, dark }) =>
      line('M35 88C26 106 46 118 35 140', '#8a90a0', 2) +
      path('M35 82L28 92H42Z', dark) +
      path('M35 0C58 0 70 18 70 38C70 62 48 84 35 84C22 84 0 62 0 38C0 18 12 0 35 0Z', main) +
      path('M70 38C70 62 48 84 35 84C58 66 62 44 58 12C66 20 70 30 70 38Z', dark, 0.6) +
      ellipse(20, 24, 8, 13, light, 0.85),
  },
  umbrella: {
    width: 130,
    height: 130,
    color: '#e2574c',
    draw: ({ main, light, dark }) =>
      line('M65 8V114C65 130 84 130 84 116', '#6b4a30', 5) +
      path(
        'M0 62C4 24 32 8 65 8C98 8 126 24 130 62C120 54 106 54 98 62C90 54 74 54 65 62C56 54 40 54 32 62C24 54 10 54 0 62Z',
        main,
      ) +
      path('M32 62C34 36 48 14 65 8C52 8 4 18 0 62C10 54 24 54 32 62Z', light) +
      path('M98 62C96 36 82 14 65 8C98 8 126 24 130 62C120 54 106 54 98 62Z', dark, 0.7) +
      circle(65, 6, 4, lighten(dark, 0.1)),
  },
};
