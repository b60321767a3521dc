/** Boats and ships: they have no water of their own. */
import { darken, lighten, mix } from '../color';
import { circle, ellipse, line, path, rect } from '../svg';
import { box, type OwnDrawing, rounding, shading } from './own-drawing';

/** Boats by name. */
export const BOATS: Readonly<Record<string, OwnDrawing>> = {
  sailboat: {
    width: 140,
    height: 160,
    color: '#c8523f',
    draw: ({ main, light, dark, id }) => {
      const sail = rounding(`${id}sail`, '#fffaf0', '#f3e3c4');
      const hull = shading(`${id}hull`, main, dark);
      return (
        sail.defs +
        hull.defs +
        rect(box(66, 4, 5, 116), '#7a5233', 2) +
        path('M75 12Q120 58 130 106Q102 112 75 106Z', sail.fill) +
        path('M75 46Q100 50 112 62Q120 76 124 86Q98 76 75 76Z', main, 0.85) +
        path('M62 20Q34 62 14 106Q40 110 62 106Z', '#fdf1da') +
        path('M62 20Q52 62 50 107Q57 107 62 106Z', '#d9c29a', 0.5) +
        line('M72 109H132', '#7a5233', 4) +
        path('M71 3L94 9L71 15Z', light) +
        path('M4 118H136Q132 148 106 158H38Q12 148 4 118Z', hull.fill) +
        path('M10 136Q70 142 130 136L126 143Q70 149 15 143Z', '#fff6e4', 0.9) +
        rect(box(0, 114, 140, 8), lighten(light, 0.35), 4) +
        path('M40 114Q44 102 58 102H82Q92 102 94 114Z', '#8a5d3a') +
        rect(box(52, 105, 12, 6), '#bfe5f5', 2) +
        rect(box(70, 105, 12, 6), '#bfe5f5', 2)
      );
    },
  },
  rowboat: {
    width: 180,
    height: 66,
    color: '#b5793f',
    draw: ({ main, light, dark, id }) => {
      const hull = shading(`${id}hull`, light, main);
      return (
        hull.defs +
        path('M4 8Q90 34 176 8L168 26Q90 40 12 26Z', darken(dark, 0.3)) +
        rect(box(52, 18, 18, 7), '#d9a566', 2) +
        rect(box(104, 18, 18, 7), '#d9a566', 2) +
        path('M4 8Q16 56 48 64H132Q164 56 176 8Q150 28 90 28Q30 28 4 8Z', hull.fill) +
        line('M12 26Q40 42 90 42Q140 42 168 26M22 42Q50 54 90 54Q130 54 158 42', dark, 1.8, 0.6) +
        line('M4 8Q30 28 90 28Q150 28 176 8', light, 4) +
        line('M58 26L28 62M122 26L152 62', '#8a5d36', 4) +
        ellipse(26, 60, 5, 9, '#a9713f') +
        ellipse(154, 60, 5, 9, '#a9713f')
      );
    },
  },
  motorboat: {
    width: 200,
    height: 84,
    color: '#e2574c',
    draw: ({ main, light, dark, id }) => {
      const hull = shading(`${id}hull`, lighten(main, 0.1), dark);
      return (
        hull.defs +
        path('M70 14H118L142 42H60Z', '#d5ecf8') +
        path('M70 14H94V42H60Z', '#9ccfe8') +
        line('M68 12H120L144 42', '#5a6474', 4) +
        rect(box(20, 34, 34, 12), '#f3ead8', 4) +
        path('M6 40H150Q178 40 198 34Q186 68 160 80H24Q8 66 6 40Z', '#fbfaf6') +
        path('M8 54Q100 62 190 50Q180 70 160 80H24Q12 72 8 54Z', hull.fill) +
        line('M10 47Q100 52 192 42', light, 3) +
        rect(box(0, 48, 12, 24), '#3b4152', 3)
      );
    },
  },
  ship: {
    width: 240,
    height: 132,
    color: '#c8453b',
    draw: ({ main, light, dark, id }) => {
      const hull = shading(`${id}hull`, '#2f3b52', '#1d2536');
      const windows = [58, 74, 90, 106, 122, 138, 154].map((x) => rect(box(x, 66, 9, 8), '#ffdf9a', 2));
      return (
        hull.defs +
        [84, 122]
          .map(
            (x) =>
              path(`M${x} 18H${x + 20}L${x + 23} 54H${x - 3}Z`, main) +
              rect(box(x, 18, 20, 8), '#22222c') +
              path(`M${x + 12} 26H${x + 20}L${x + 23} 54H${x + 14}Z`, dark, 0.5),
          )
          .join('') +
        circle(104, 10, 8, '#e8ebf0', 0.7) +
        circle(88, 6, 6, '#e8ebf0', 0.6) +
        rect(box(64, 44, 104, 16), '#ffffff', 3) +
        rect(box(48, 58, 136, 24), '#f6f2e8', 3) +
        windows.join('') +
        rect(box(150, 34, 30, 24), '#ffffff', 3) +
        rect(box(156, 40, 22, 8), '#9ccfe8', 2) +
        line('M206 80V30M30 80V40', '#7d8797', 3) +
        path('M206 30L224 36L206 42Z', light) +
        path('M4 82H236Q230 112 208 128H30Q10 112 4 82Z', hull.fill) +
        path('M14 108H228Q220 120 208 128H30Q20 120 14 108Z', mix(main, dark, 0.2)) +
        line('M8 88H234', '#ffffff', 3) +
        [40, 68, 96, 124, 152, 180].map((x) => circle(x, 99, 3.6, '#cfe3ee')).join('')
      );
    },
  },
};
