/** Small things of beaches, farms, harbors, and the snow. */
import { darken, lighten, mix } from '../color';
import { circle, ellipse, line, path, rect } from '../svg';
import { box, type OwnDrawing, rounding, shading } from './own-drawing';

/** Things of the outdoors by name. */
export const OUTDOORS: Readonly<Record<string, OwnDrawing>> = {
  barrel: {
    width: 84,
    height: 100,
    color: '#b5793f',
    draw: ({ main, light, dark, id }) => {
      const wood = rounding(`${id}wood`, mix(main, dark, 0.5), light, main, dark);
      return (
        wood.defs +
        path('M12 8H72Q90 50 72 94Q42 102 12 94Q-6 50 12 8Z', wood.fill) +
        line('M28 8Q18 50 28 96M42 8V98M56 8Q66 50 56 96', dark, 1.6, 0.5) +
        path('M7 22Q42 30 77 22L79 31Q42 39 5 31ZM5 70Q42 78 79 70L77 79Q42 87 7 79Z', '#59606e') +
        ellipse(42, 9, 30, 6, darken(main, 0.35)) +
        ellipse(42, 8, 27, 4.6, lighten(main, 0.15))
      );
    },
  },
  chest: {
    width: 130,
    height: 96,
    color: '#a9662f',
    draw: ({ main, light, dark, id }) => {
      const wood = shading(`${id}wood`, light, main);
      return (
        wood.defs +
        path('M4 44Q6 4 40 4H90Q124 4 126 44Z', wood.fill) +
        rect(box(4, 44, 122, 50), main, 4) +
        rect(box(4, 80, 122, 14), dark, 4, 0.35) +
        line('M8 58H122M8 72H122M12 28H118', dark, 1.6, 0.5) +
        [18, 96].map((x) => rect(box(x, 6, 14, 88), '#e0b13f', 2) + rect(box(x, 6, 4, 88), '#fbe08a', 1)).join('') +
        rect(box(2, 40, 126, 9), '#e0b13f', 3) +
        rect(box(2, 40, 126, 3), '#fbe08a', 1.5) +
        rect(box(54, 34, 22, 26), '#fbe08a', 4) +
        circle(65, 46, 4, '#5a3a18') +
        path('M62 47H68L67 56H63Z', '#5a3a18')
      );
    },
  },
  'hay-bale': {
    width: 110,
    height: 96,
    color: '#e0b04a',
    draw: ({ main, light, dark, id }) => {
      const straw = shading(`${id}straw`, light, mix(main, dark, 0.25));
      return (
        straw.defs +
        path('M46 2H82Q110 22 110 48Q110 76 82 95H46Z', straw.fill) +
        ellipse(46, 48.5, 45, 47, dark) +
        ellipse(46, 48.5, 43, 45, light) +
        [34, 25, 16, 7].map((r, at) => ellipse(46, 48.5, r, r * 1.04, at % 2 ? light : main)).join('') +
        line('M94 14L98 18M100 28L104 34M100 60L104 56M92 78L97 74M76 8L82 10', dark, 1.8, 0.6)
      );
    },
  },
  igloo: {
    width: 160,
    height: 92,
    color: '#e4f0fa',
    draw: ({ main, dark, id }) => {
      const snow = shading(`${id}snow`, '#ffffff', mix(main, '#7fa6cf', 0.35));
      const seam = mix(main, '#6f98c4', 0.55);
      return (
        snow.defs +
        path('M8 90C8 36 40 4 84 4C124 4 152 40 152 90Z', snow.fill) +
        line(
          'M12 66H150M22 42H142M42 20H122M52 66V88M84 42V66M110 66V88M60 20V42M106 20V42M40 42V66M126 42V66',
          seam,
          2,
        ) +
        path('M4 92V74C4 52 52 52 52 74V92Z', mix(main, dark, 0.12)) +
        path('M12 92V78C12 62 44 62 44 78V92Z', '#33507a') +
        ellipse(80, 91, 80, 4, '#ffffff', 0.8)
      );
    },
  },
  cabin: {
    width: 184,
    height: 150,
    color: '#a9713f',
    draw: ({ main, light, dark, id }) => {
      const log = shading(`${id}log`, light, mix(main, dark, 0.45));
      const logs = [62, 78, 94, 110, 126].map(
        (y) =>
          rect(box(18, y, 148, 15), log.fill, 7) +
          [22, 162].map((x) => circle(x, y + 7.5, 7.5, '#dcae74') + circle(x, y + 7.5, 3.6, main)).join(''),
      );
      return (
        log.defs +
        rect(box(126, 6, 22, 40), '#8d8f99', 2) +
        rect(box(122, 2, 30, 8), '#6c6f7b', 2) +
        logs.join('') +
        path('M92 14L150 62H34Z', mix(main, dark, 0.2)) +
        line('M52 56H132M66 44H118M80 32H104', dark, 2, 0.5) +
        path('M92 0L184 66L174 76L92 18L10 76L0 66Z', '#7a3f34') +
        path('M92 0L184 66L181 69L92 6L3 69L0 66Z', '#a85a48') +
        rect(box(42, 82, 36, 60), '#5f3b24', 3) +
        rect(box(46, 86, 28, 56), '#8a5a36', 2) +
        circle(68, 116, 2.6, '#f2cf63') +
        rect(box(98, 86, 46, 36), '#fbf1dc', 3) +
        rect(box(102, 90, 38, 28), '#ffe29a', 1) +
        line('M121 90V118M102 104H140', '#fbf1dc', 3) +
        rect(box(12, 141, 160, 8), '#8f8a86', 3)
      );
    },
  },
  tent: {
    width: 136,
    height: 88,
    color: '#5aa352',
    draw: ({ main, light, dark, id }) => {
      const roof = shading(`${id}roof`, light, main);
      return (
        roof.defs +
        line('M44 8L4 86M106 8L134 84', darken(dark, 0.2), 1.6) +
        path('M42 4H102Q106 4 107.5 8L132 82Q133 86 129 86H62Z', roof.fill) +
        path('M60 80L62 86H129Q133 86 132 82L131 78Z', dark, 0.35) +
        path('M42 4L8 82Q7 86 11 86H66L44 8Z', mix(main, dark, 0.6)) +
        path('M42 16L24 86H62Z', '#2f2a33') +
        path('M42 16L62 86H70L45 10Z', light) +
        path('M42 16L24 86H16L40 12Z', main) +
        path('M86 34H100Q103 34 104 37L109 54H93Q90 54 89 51L84 37Q83 34 86 34Z', dark, 0.75) +
        line('M42 4H104', lighten(light, 0.3), 2)
      );
    },
  },
  surfboard: {
    width: 46,
    height: 150,
    color: '#3fb3b0',
    draw: ({ main, light, dark }) =>
      path('M23 0C44 26 48 100 34 148Q23 152 12 148C-2 100 2 26 23 0Z', main) +
      path('M23 0C44 26 48 100 34 148Q30 150 26 150C34 100 34 40 23 0Z', dark, 0.35) +
      path('M3 62L43 82V98L2 78Z', '#fff3d8') +
      path('M2 82L43 102V110L3 90Z', '#f08a4b') +
      line('M23 8V144', light, 1.6),
  },
};
