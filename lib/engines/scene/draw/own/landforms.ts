/** Parts of a landscape that can be subjects. */
import { lighten, darken } from '../color';
import { drawText } from '../draw-text';
import { circle, ellipse, line, path, rect } from '../svg';
import type { OwnDrawing } from './own-drawing';

const box = (x: number, y: number, width: number, height: number) => ({ x, y, width, height });
const STONE = '#98a0ad';

/** Text painted on a wall. */
const painted = (text: string): string => (text === '' ? '' : drawText(text, box(16, 22, 148, 64), '#fff8ec'));

/** Roads, water, rocks, walls, and the like, by name. */
export const LANDFORMS: Readonly<Record<string, OwnDrawing>> = {
  road: {
    width: 240,
    height: 90,
    color: '#6d7480',
    draw: ({ main, light }) =>
      path('M96 0H144L240 90H0Z', main) +
      path('M96 0L0 90H9L99 0ZM144 0L240 90H231L141 0Z', light) +
      path('M119 4H121L122 18H118ZM117.500 28H122.500L124 48H116ZM115 60H125L127 88H113Z', '#f6e9b8'),
  },
  path: {
    width: 200,
    height: 90,
    color: '#dcb987',
    draw: ({ main, dark, light }) =>
      path('M108 0C150 18 60 34 44 52C34 66 20 80 0 90H150C140 72 190 52 160 34C140 20 128 10 122 0Z', main) +
      ellipse(86, 60, 10, 3.5, dark, 0.4) +
      ellipse(112, 76, 14, 4, dark, 0.4) +
      ellipse(120, 40, 8, 2.5, light, 0.8) +
      ellipse(66, 80, 9, 3, light, 0.8),
  },
  river: {
    width: 220,
    height: 90,
    color: '#58b0e4',
    draw: ({ main, light, dark }) =>
      path('M118 0C70 16 170 30 120 48C80 62 30 74 0 90H190C186 74 214 62 190 44C160 24 120 18 138 0Z', dark) +
      path('M120 0C78 16 174 30 128 48C90 64 44 76 20 90H176C172 74 200 62 178 44C150 26 116 18 134 0Z', main) +
      line(
        'M100 66C112 62 122 70 134 66M88 82C104 76 118 86 136 80M136 48C146 44 152 52 164 48M122 26C128 24 134 28 142 26',
        light,
        3,
      ),
  },
  waterfall: {
    width: 150,
    height: 170,
    color: '#7cc7ee',
    draw: ({ main, light, dark }) =>
      path('M6 150C0 90 8 40 24 24C40 8 60 16 74 10C96 2 124 12 134 34C148 66 146 116 146 150Z', '#7d8a86') +
      path(
        'M6 150C2 96 10 46 26 28C32 60 26 110 40 150ZM146 150C146 100 146 60 130 30C120 70 126 110 112 150Z',
        '#66736f',
      ) +
      path('M48 26C60 18 92 18 104 26L110 150H42Z', main) +
      line('M56 34V140M68 30V120M80 34V146M92 30V128M100 44V140', light, 4, 0.85) +
      ellipse(76, 154, 70, 15, dark) +
      ellipse(76, 151, 62, 12, main) +
      circle(48, 147, 9, '#ffffff', 0.9) +
      circle(64, 150, 11, '#ffffff', 0.9) +
      circle(84, 149, 12, '#ffffff', 0.9) +
      circle(102, 148, 9, '#ffffff', 0.9),
  },
  campfire: {
    width: 100,
    height: 96,
    color: '#f58a2c',
    draw: ({ main, light }) =>
      ellipse(50, 86, 46, 9, '#5d5a62', 0.6) +
      path('M50 0C58 20 82 34 78 60C76 78 62 84 50 84C36 84 24 76 22 60C20 44 34 38 36 22C44 28 48 14 50 0Z', main) +
      path('M50 30C56 44 68 50 66 64C64 76 58 80 50 80C42 80 34 76 34 64C34 54 44 50 50 30Z', light) +
      path('M50 52C54 60 58 62 57 70C56 76 54 78 50 78C46 78 43 76 43 70C43 64 48 62 50 52Z', '#fff3b8') +
      line('M18 90L82 74M82 90L18 74', '#7a4a26', 11) +
      line('M20 88L50 81M80 88L56 82', '#9a6438', 3),
  },
  hill: {
    width: 240,
    height: 90,
    color: '#6fb353',
    draw: ({ main, light, dark }) =>
      path('M0 90C40 74 70 0 124 0C176 0 200 72 240 90Z', main) +
      path('M84 26C100 8 112 4 124 4C150 6 164 26 176 42C150 30 120 20 84 26Z', light, 0.8) +
      line('M60 72L62 64M66 74L69 66M150 60L152 52M156 62L160 54M110 46L112 38', dark, 2.5),
  },
  island: {
    width: 240,
    height: 70,
    color: '#f0d59b',
    draw: ({ main, light, dark }) =>
      ellipse(120, 56, 120, 14, '#ffffff', 0.5) +
      path('M6 56C40 48 70 14 124 14C176 14 204 46 234 56C200 66 40 66 6 56Z', dark) +
      path('M10 54C44 46 72 10 124 10C176 10 200 44 230 54C196 62 44 62 10 54Z', main) +
      path('M64 28C84 10 104 4 124 4C150 4 170 16 182 28C150 38 96 38 64 28Z', '#79b85a') +
      ellipse(90, 46, 16, 4, light, 0.8),
  },
  rock: {
    width: 120,
    height: 76,
    color: STONE,
    draw: ({ main, light, dark }) =>
      path('M4 76C0 56 14 36 34 20C50 6 74 0 90 16C108 34 120 52 116 76Z', main) +
      path('M34 20C50 6 74 0 90 16C78 20 64 26 56 38C46 34 40 30 34 20Z', light) +
      path('M116 76C120 52 108 34 90 16C94 36 88 56 92 76Z', dark, 0.7) +
      line('M40 52L52 60L48 72M70 44L78 56', dark, 2.5, 0.6),
  },
  pond: {
    width: 220,
    height: 64,
    color: '#5fb4e6',
    draw: ({ main, light, dark }) =>
      ellipse(110, 36, 110, 28, '#5d8f4a') +
      ellipse(110, 36, 102, 24, dark) +
      ellipse(110, 38, 100, 22, main) +
      line('M50 34H86M120 46H168M96 28H120', light, 3, 0.9) +
      ellipse(160, 32, 13, 4.5, '#63a84f') +
      ellipse(66, 48, 11, 4, '#63a84f') +
      circle(160, 29, 4, '#f6a6c4'),
  },
  stairs: {
    width: 130,
    height: 110,
    color: '#b9b3a6',
    draw: ({ main, light, dark }) =>
      [0, 1, 2, 3, 4]
        .map((step) => {
          const [x, y] = [step * 24, 88 - step * 22];
          return (
            rect(box(x, y, 130 - x, 22), main) +
            rect(box(x, y, 130 - x, 6), light) +
            rect(box(x, y + 6, 3, 16), dark, 0, 0.5)
          );
        })
        .join(''),
  },
  wall: {
    width: 180,
    height: 100,
    color: '#b5694f',
    draw: ({ main, light, dark, text }) => {
      const rows = [0, 1, 2, 3, 4].map((row) =>
        [0, 1, 2, 3, 4, 5]
          .map((column) => {
            const left = Math.max(2, column * 36 - (row % 2 ? 18 : 0));
            const right = Math.min(178, column * 36 + 33 - (row % 2 ? 18 : 0));
            const fill = (column * 3 + row * 2) % 5 === 0 ? light : main;
            return right - left < 4 ? '' : rect(box(left, 13 + row * 17.5, right - left, 15), fill, 2);
          })
          .join(''),
      );
      return (
        rect(box(0, 10, 180, 90), dark, 2) +
        rows.join('') +
        rect(box(0, 0, 180, 12), lighten(main, 0.35), 3) +
        painted(text)
      );
    },
  },
  fence: {
    width: 196,
    height: 80,
    color: '#f3ede0',
    draw: ({ main, light, dark }) => {
      const posts = [0, 1, 2, 3, 4, 5, 6].map((index) => {
        const x = index * 28;
        return (
          path(`M${x} 80V14L${x + 11} 0L${x + 22} 14V80Z`, main) +
          path(`M${x} 80V14L${x + 4} 9V80Z`, light) +
          path(`M${x + 18} 9L${x + 22} 14V80H${x + 18}Z`, dark, 0.5)
        );
      });
      return rect(box(0, 26, 196, 10), dark, 2) + rect(box(0, 56, 196, 10), dark, 2) + posts.join('');
    },
  },
  bridge: {
    width: 260,
    height: 110,
    color: '#b98a5a',
    draw: ({ main, light, dark }) => {
      const posts = [10, 54, 98, 142, 186, 230].map((x) => {
        const rise = 36 - 34 * (1 - ((x + 10 - 130) / 130) ** 2);
        return rect(box(x, rise, 8, 40), dark, 3);
      });
      return (
        path('M0 70C60 20 200 20 260 70V110H214C204 76 56 76 46 110H0Z', main) +
        path('M46 110C56 76 204 76 214 110H206C190 84 70 84 54 110Z', darken(main, 0.45)) +
        posts.join('') +
        line('M6 48C70 2 190 2 254 48', light, 7) +
        line('M2 72C62 24 198 24 258 72', light, 5)
      );
    },
  },
};
