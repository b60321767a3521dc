/** Furniture, and what stands on it. */
import { drawText } from '../draw-text';
import { ellipse, line, path, rect } from '../svg';
import type { OwnDrawing } from './own-drawing';

const WOOD = '#b5793f';

const box = (x: number, y: number, width: number, height: number) => ({ x, y, width, height });

/** Tables, seats, beds, doors, windows, shelves, books, boxes, and rugs, by name. */
export const FURNITURE: Readonly<Record<string, OwnDrawing>> = {
  table: {
    width: 160,
    height: 90,
    color: WOOD,
    draw: ({ main, light, dark }) =>
      rect(box(28, 18, 9, 60), dark, 3) +
      rect(box(123, 18, 9, 60), dark, 3) +
      path('M10 16H150L146 30H14Z', dark) +
      rect(box(12, 20, 10, 70), main, 4) +
      rect(box(138, 20, 10, 70), main, 4) +
      path('M16 2H144L160 14H0Z', light) +
      rect(box(0, 13, 160, 8), main, 3),
  },
  chair: {
    width: 70,
    height: 110,
    color: WOOD,
    draw: ({ main, light, dark }) =>
      rect(box(10, 0, 8, 62), main, 4) +
      rect(box(52, 0, 8, 62), main, 4) +
      rect(box(14, 6, 42, 12), light, 5) +
      rect(box(14, 26, 42, 10), light, 5) +
      rect(box(16, 62, 6, 34), dark, 3) +
      rect(box(48, 62, 6, 34), dark, 3) +
      path('M8 54H62L68 66H2Z', light) +
      rect(box(2, 64, 66, 8), main, 4) +
      rect(box(4, 70, 8, 40), main, 4) +
      rect(box(58, 70, 8, 40), main, 4),
  },
  bench: {
    width: 150,
    height: 78,
    color: WOOD,
    draw: ({ main, light, dark }) =>
      rect(box(20, 4, 7, 72), '#4a4f5c', 3) +
      rect(box(123, 4, 7, 72), '#4a4f5c', 3) +
      rect(box(6, 0, 138, 11), light, 5) +
      rect(box(6, 15, 138, 11), main, 5) +
      path('M8 38H142L150 48H0Z', light) +
      rect(box(0, 46, 150, 7), dark, 3) +
      rect(box(10, 52, 8, 26), '#3b404c', 3) +
      rect(box(132, 52, 8, 26), '#3b404c', 3),
  },
  bed: {
    width: 170,
    height: 100,
    color: '#5f8fd6',
    draw: ({ main, light, dark }) =>
      rect(box(0, 0, 16, 100), '#8a5a30', 6) +
      rect(box(154, 36, 16, 64), '#8a5a30', 6) +
      rect(box(10, 56, 150, 30), '#a56c3b', 4) +
      rect(box(12, 42, 146, 24), '#f4f1ea', 8) +
      rect(box(18, 28, 44, 24), '#ffffff', 11) +
      path('M58 40C80 32 140 34 158 42V74H58Z', main) +
      path('M58 40C64 34 74 36 74 40V74H58Z', light) +
      rect(box(58, 70, 100, 6), dark, 3),
  },
  shelf: {
    width: 110,
    height: 130,
    color: '#a8713d',
    draw: ({ main, dark, light }) => {
      const books = ['#d8574f', '#4f8fd8', '#e7b84a', '#5fae72', '#9a6fc4', '#e58a4b', '#4fb4b0', '#c95b86'];
      const rows = [10, 50, 90].map((top, row) =>
        books
          .slice(0, 6)
          .map((_, index) => {
            const height = 22 + ((index * 7 + row * 5) % 9);
            const fill = books[(index * 3 + row * 2) % books.length] ?? main;
            return rect(box(13 + index * 14, top + 32 - height, 11, height), fill, 2);
          })
          .join(''),
      );
      const boards = [42, 82, 122].map((top) => rect(box(6, top, 98, 6), light, 2)).join('');
      return rect(box(0, 0, 110, 130), main, 5) + rect(box(8, 8, 94, 116), dark, 3) + rows.join('') + boards;
    },
  },
  'book-stack': {
    width: 110,
    height: 72,
    color: '#d8574f',
    draw: ({ main, light }) =>
      book(0, 50, 108, main) +
      book(8, 30, 94, '#4f8fd8') +
      book(3, 11, 92, '#e7b84a') +
      rect(box(14, 0, 70, 11), light, 3),
  },
  box: {
    width: 110,
    height: 90,
    color: '#c8965a',
    draw: ({ main, light, dark, text }) =>
      path('M8 30H102L94 14H16Z', dark) +
      rect(box(6, 30, 98, 60), main, 3) +
      path('M6 30L0 42H46L52 30Z', light) +
      path('M104 30L110 42H62L56 30Z', light) +
      (text === '' ? rect(box(48, 50, 14, 40), light, 1, 0.5) : label(text, 14, 48, 82, 36)),
  },
  door: {
    width: 70,
    height: 130,
    color: '#8c5a34',
    draw: ({ main, light, dark, text }) =>
      rect(box(0, 0, 70, 130), dark, 4) +
      rect(box(6, 6, 58, 124), main, 3) +
      rect(box(14, 16, 42, 42), light, 4) +
      rect(box(14, 70, 42, 48), light, 4) +
      ellipse(55, 66, 4, 4, '#f2cf63') +
      label(text, 10, 20, 50, 32),
  },
  window: {
    width: 110,
    height: 120,
    color: '#ffffff',
    draw: ({ main, dark }) =>
      rect(box(4, 0, 102, 112), dark, 6) +
      rect(box(8, 4, 94, 104), main, 4) +
      rect(box(15, 11, 36, 42), '#bfe3f7') +
      rect(box(59, 11, 36, 42), '#bfe3f7') +
      rect(box(15, 60, 36, 42), '#a9d6f0') +
      rect(box(59, 60, 36, 42), '#a9d6f0') +
      path('M15 40L40 11H51L15 53Z', '#ffffff', 0.45) +
      path('M59 96L95 60V72L66 102H59Z', '#ffffff', 0.3) +
      rect(box(0, 106, 110, 12), main, 4) +
      rect(box(0, 114, 110, 5), dark, 3),
  },
  rug: {
    width: 180,
    height: 56,
    color: '#c95b5b',
    draw: ({ main, light, dark }) =>
      ellipse(90, 30, 90, 26, dark) +
      ellipse(90, 27, 90, 25, main) +
      ellipse(90, 27, 72, 19, light) +
      ellipse(90, 27, 60, 15, main) +
      ellipse(90, 27, 32, 8, light),
  },
};

/** A piece of paper with text; nothing without text. */
function label(text: string, x: number, y: number, width: number, height: number): string {
  if (text === '') return '';
  return (
    rect(box(x, y, width, height), '#fff6e0', 3) + drawText(text, box(x + 4, y + 3, width - 8, height - 6), '#241a38')
  );
}

function book(x: number, y: number, width: number, fill: string): string {
  return (
    rect(box(x, y, width, 21), fill, 4) +
    rect(box(x + 12, y + 4, width - 10, 13), '#fbf5e6', 2) +
    line(`M${x + 16} ${y + 9}H${x + width - 3}M${x + 16} ${y + 13}H${x + width - 3}`, '#d9cfb8', 1)
  );
}
