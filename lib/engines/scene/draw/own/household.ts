/** Tableware, and large things of a home. */
import { darken, lighten, mix } from '../color';
import { circle, ellipse, line, path, rect } from '../svg';
import { box, type OwnDrawing, rounding, shading } from './own-drawing';

/** Keys of a piano, white ones with black ones above. */
function pianoKeys(x: number, y: number, width: number): string {
  const step = width / 14;
  const white = Array.from({ length: 14 }, (_, at) => rect(box(x + at * step, y, step - 0.7, 11), '#fdfbf4', 0.8));
  const black = [0, 1, 3, 4, 5, 7, 8, 10, 11, 12].map((at) =>
    rect(box(x + (at + 0.68) * step, y, step * 0.6, 6), '#22222c', 0.6),
  );
  return white.join('') + black.join('');
}

/** Tableware and furniture by name. */
export const HOUSEHOLD: Readonly<Record<string, OwnDrawing>> = {
  plate: {
    width: 160,
    height: 46,
    color: '#f4f5f9',
    draw: ({ main, id }) => {
      const rim = shading(`${id}rim`, lighten(main, 0.35), mix(main, '#7d89a6', 0.22));
      const well = shading(`${id}well`, mix(main, '#7d89a6', 0.3), lighten(main, 0.3));
      return (
        rim.defs +
        well.defs +
        ellipse(80, 26, 79, 20, darken(main, 0.32)) +
        ellipse(80, 22, 80, 21, rim.fill) +
        ellipse(80, 22, 76, 18.6, main) +
        ellipse(80, 23, 55, 12.5, well.fill) +
        ellipse(80, 24.5, 51, 10.5, lighten(main, 0.16)) +
        path('M12 16C28 6 52 3 74 3C50 7 30 12 18 20Z', '#ffffff', 0.6)
      );
    },
  },
  pizza: {
    width: 150,
    height: 76,
    color: '#e8a948',
    draw: ({ main, light, dark }) => {
      const toppings = [
        [48, 26],
        [78, 20],
        [106, 30],
        [60, 44],
        [92, 46],
        [34, 40],
        [118, 42],
      ].map(
        ([x = 0, y = 0]) =>
          ellipse(x, y, 10.5, 5.5, '#b8352c') +
          ellipse(x, y - 0.8, 9, 4.4, '#d9483a') +
          ellipse(x - 2.5, y - 2, 3, 1.2, '#f08a74'),
      );
      const leaves = [
        [70, 33],
        [98, 22],
        [44, 50],
        [82, 54],
        [112, 36],
      ].map(([x = 0, y = 0]) => path(`M${x} ${y}q6 -5 11 0q-5 4 -11 0Z`, '#4f9a4a'));
      return (
        ellipse(75, 45, 75, 31, darken(main, 0.45)) +
        ellipse(75, 38, 75, 33, dark) +
        ellipse(75, 35, 75, 33, main) +
        ellipse(73, 32, 68, 27, light, 0.7) +
        ellipse(75, 36, 62, 25, '#c8452f') +
        ellipse(75, 35, 59, 23, '#ffd873') +
        ellipse(62, 29, 30, 9, '#ffe9a8', 0.8) +
        line('M75 36L19 28M75 36L131 28M75 36L44 57M75 36L108 56M75 36V12', '#e0a548', 1.6, 0.8) +
        toppings.join('') +
        leaves.join('')
      );
    },
  },
  glass: {
    width: 60,
    height: 84,
    color: '#8fd3f2',
    draw: ({ main, light, id }) => {
      const water = rounding(`${id}water`, main, light, main);
      return (
        water.defs +
        path('M2 4H58L52 80Q30 86 8 80Z', '#e6f4fb', 0.75) +
        path('M5 28H55L51 78Q30 83 9 78Z', water.fill, 0.9) +
        ellipse(30, 28, 25, 4.5, lighten(main, 0.55)) +
        ellipse(30, 5, 28, 4.5, '#ffffff', 0.9) +
        ellipse(30, 5.4, 24.5, 3, '#cfe3ee', 0.9) +
        path('M9 12H15L18 74L13 76Z', '#ffffff', 0.7) +
        line('M52 12L48 72', '#ffffff', 1.6, 0.7)
      );
    },
  },
  fridge: {
    width: 84,
    height: 170,
    color: '#dfe9ef',
    draw: ({ main, light, dark, id }) => {
      const door = rounding(`${id}door`, light, main, mix(main, dark, 0.3));
      return (
        door.defs +
        rect(box(6, 162, 10, 8), '#4c5260', 2) +
        rect(box(68, 162, 10, 8), '#4c5260', 2) +
        rect(box(0, 0, 84, 165), dark, 10) +
        rect(box(2, 2, 80, 58), door.fill, 9) +
        rect(box(2, 63, 80, 100), door.fill, 9) +
        rect(box(9, 22, 5, 30), '#8d97a6', 2.5) +
        rect(box(9, 72, 5, 40), '#8d97a6', 2.5) +
        path('M64 6H74V158H70Z', '#ffffff', 0.35) +
        rect(box(44, 20, 16, 13), '#ffd66b', 1) +
        circle(52, 20, 2.4, '#e2574c')
      );
    },
  },
  wardrobe: {
    width: 120,
    height: 170,
    color: '#a8713d',
    draw: ({ main, light, dark, id }) => {
      const wood = rounding(`${id}wood`, light, main, mix(main, dark, 0.4));
      const panel = (x: number, y: number, height: number): string =>
        rect(box(x, y, 40, height), dark, 3, 0.45) + rect(box(x + 2, y + 2, 37, height - 3), lighten(main, 0.14), 3);
      return (
        wood.defs +
        rect(box(8, 160, 14, 10), dark, 3) +
        rect(box(98, 160, 14, 10), dark, 3) +
        rect(box(0, 0, 120, 12), dark, 4) +
        rect(box(4, 8, 112, 156), wood.fill, 3) +
        [12, 68].map((x) => panel(x, 18, 66) + panel(x, 92, 62)).join('') +
        rect(box(59, 12, 2, 150), dark, 1) +
        circle(54, 88, 3, '#f2cf63') +
        circle(66, 88, 3, '#f2cf63')
      );
    },
  },
  fireplace: {
    width: 150,
    height: 140,
    color: '#b5735a',
    draw: ({ main, light, dark }) => {
      const bricks = Array.from({ length: 7 }, (_, row) =>
        Array.from({ length: 7 }, (_, column) => {
          const x = Math.max(10, column * 22 - (row % 2 ? 11 : 0));
          const right = Math.min(140, column * 22 + 20 - (row % 2 ? 11 : 0));
          const fill = (row * 3 + column * 2) % 5 === 0 ? light : main;
          return right - x < 3 ? '' : rect(box(x, 24 + row * 15.4, right - x, 13.4), fill, 1.6);
        }).join(''),
      );
      return (
        rect(box(8, 18, 134, 116), dark, 2) +
        bricks.join('') +
        rect(box(0, 0, 150, 12), '#8a5a34', 3) +
        rect(box(6, 11, 138, 9), '#6e4526', 2) +
        path('M34 134V84C34 52 116 52 116 84V134Z', '#2c2330') +
        path(
          'M75 74C83 90 102 98 98 118C96 130 84 134 75 134C66 134 54 130 52 118C50 104 62 102 62 90C68 94 72 84 75 74Z',
          '#f58a2c',
        ) +
        path('M75 96C80 106 90 110 88 122C86 130 80 133 75 133C70 133 64 130 62 122C62 112 72 108 75 96Z', '#ffd257') +
        line('M48 130L102 122M102 130L48 122', '#7a4a26', 7) +
        rect(box(2, 133, 146, 7), '#8f8a86', 2)
      );
    },
  },
  screen: {
    width: 150,
    height: 104,
    color: '#262b38',
    draw: ({ main, light, id }) => {
      const glass = shading(`${id}glass`, '#5fb6ee', '#2b5fa8');
      return (
        glass.defs +
        path('M62 90H88L94 100H56Z', light) +
        rect(box(44, 98, 62, 6), main, 3) +
        rect(box(0, 0, 150, 92), main, 6) +
        rect(box(5, 5, 140, 80), glass.fill, 3) +
        path('M5 62Q40 40 74 60T145 54V82Q145 85 142 85H8Q5 85 5 82Z', '#7ac074') +
        circle(114, 26, 10, '#ffe9a0') +
        path('M12 5H60L18 70H5V12Q5 5 12 5Z', '#ffffff', 0.16)
      );
    },
  },
  piano: {
    width: 160,
    height: 124,
    color: '#4a2f24',
    draw: ({ main, light, dark, id }) => {
      const wood = shading(`${id}wood`, light, main);
      return (
        wood.defs +
        rect(box(4, 4, 152, 114), dark, 4) +
        rect(box(0, 0, 160, 9), light, 3) +
        rect(box(10, 14, 140, 44), wood.fill, 4) +
        rect(box(52, 20, 56, 32), '#fbf6e8', 2) +
        line('M57 27H103M57 33H103M57 39H103M57 45H103', '#b9b2a2', 1) +
        rect(box(6, 72, 148, 40), main, 3) +
        path('M0 60H160V74H0Z', light) +
        pianoKeys(8, 61, 144) +
        rect(box(2, 72, 10, 48), light, 3) +
        rect(box(148, 72, 10, 48), light, 3) +
        line('M74 116V120M86 116V120', '#e2b84f', 4)
      );
    },
  },
};
