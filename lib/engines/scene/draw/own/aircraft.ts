/** What is in the sky: balloons with baskets, airships, dragons, fireworks. */
import { darken, lighten, mix } from '../color';
import { circle, ellipse, line, path, polygon, rect } from '../svg';
import { box, type OwnDrawing, type Paint, rounding } from './own-drawing';

/** A hot air balloon: gores from the crown to the mouth, and a basket on ropes. */
function hotAirBalloon({ main, light, dark, id }: Paint): string {
  const other = mix(main, '#fff6e0', 0.78);
  const edges = [-56, -40, -22, -7, 7, 22, 40, 56];
  const gores = edges.slice(1).map((right, at) => {
    const left = edges[at] ?? 0;
    const d = `M60 2C${60 + left * 0.75} 4 ${60 + left * 1.02} 26 ${60 + left} 56C${60 + left * 0.96} 84 ${60 + left * 0.3} 104 ${60 + left * 0.24} 118H${60 + right * 0.24}C${60 + right * 0.3} 104 ${60 + right * 0.96} 84 ${60 + right} 56C${60 + right * 1.02} 26 ${60 + right * 0.75} 4 60 2Z`;
    return path(d, at % 2 ? other : main);
  });
  const shade = rounding(`${id}shade`, '#ffffff', '#ffffff', dark, dark);
  const outline = 'M60 2C102 4 117 26 116 56C114 84 77 104 73 118H47C43 104 6 84 4 56C3 26 18 4 60 2Z';
  return (
    shade.defs +
    gores.join('') +
    path('M5 46H115Q118 56 114 66H6Q2 56 5 46Z', light, 0.9) +
    line('M12 56L24 48L36 64L48 48L60 64L72 48L84 64L96 48L108 56', other, 3) +
    path(outline, shade.fill, 0.22) +
    ellipse(38, 30, 9, 17, '#ffffff', 0.3) +
    rect(box(46, 116, 28, 5), darken(main, 0.35), 2) +
    line('M49 121L51 144M71 121L69 144M57 121V144M63 121V144', '#6d5a48', 1.2) +
    path('M46 143H74L71 166Q60 170 49 166Z', '#a9713f') +
    path('M62 143H74L71 166Q66 168 62 168Z', '#7d5029', 0.7) +
    line('M48 150H72M49 157H71', '#7d5029', 1.4) +
    rect(box(44, 141, 32, 5), '#c9935a', 2)
  );
}

/** A wing's skin and its bones from the wrist to the tips. */
function wing(skin: string, bone: string, d: string, bones: string): string {
  return path(d, skin) + line(bones, bone, 3.2);
}

/** Its head with horns and an eye. */
function dragonHead(fill: string, belly: string, dark: string): string {
  return (
    path('M144 58L124 40L152 49ZM154 52L142 32L162 47Z', '#fff0c8') +
    path(
      'M138 66C138 52 152 46 164 50C172 54 180 58 190 60C200 63 200 74 192 76C182 79 168 80 160 86C152 94 146 98 142 90C138 82 137 74 138 66Z',
      fill,
    ) +
    path('M194 74C182 76 168 77 158 84C170 88 186 84 194 74Z', belly) +
    line('M196 72Q178 76 164 76', dark, 2) +
    circle(162, 61, 5.4, '#fff8d8') +
    circle(163.5, 61.5, 2.8, '#22182c') +
    line('M155 55L168 57', dark, 2.6) +
    circle(191, 65, 1.7, dark)
  );
}

/** A dragon in flight, seen from the side. */
function dragon({ main, light, dark, id }: Paint): string {
  const belly = '#f6dfa4';
  const skin = `<defs><linearGradient id="${id}skin" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${light}"/><stop offset=".55" stop-color="${main}"/><stop offset="1" stop-color="${dark}"/></linearGradient></defs>`;
  const fill = `url(#${id}skin)`;
  const spines = (
    [
      [134, 63, 20],
      [126, 75, 22],
      [117, 87, 22],
      [60, 117, -24],
      [48, 129, -30],
      [36, 140, -34],
    ] as const
  ).map(
    ([x, y, turn]) => `<g transform="translate(${x} ${y})rotate(${turn})">${path('M-6 3L-1 -10L6 3Z', '#f08a4b')}</g>`,
  );
  const claws = (x: number, y: number): string => path(`M${x} ${y}l-3 7l5 -4l2 5l3 -5l4 4l-2 -8Z`, '#fff6e0');
  return (
    skin +
    wing(
      mix(dark, '#f08a4b', 0.35),
      dark,
      'M112 96Q112 52 118 12Q140 -2 176 6Q156 18 164 36Q146 36 142 58Q128 66 122 96Z',
      'M114 92L118 12L176 6M118 12L164 36M118 12L142 58',
    ) +
    path('M112 128Q120 146 112 160L124 158Q134 142 130 124Z', dark) +
    claws(112, 158) +
    path(
      'M4 158C34 168 52 164 66 152C88 160 116 156 130 138C142 124 142 106 148 92L140 62C128 70 126 88 114 94C92 98 72 100 60 116C48 134 30 152 4 158Z',
      fill,
    ) +
    path('M4 158L-0 146L16 150L10 162Z', '#f08a4b') +
    path(
      'M148 92C142 108 142 124 130 138C118 154 94 158 74 154C100 150 116 140 122 124C128 110 132 98 136 88Z',
      belly,
    ) +
    line(
      'M138 98L146 99M133 110L143 112M126 122L139 126M117 133L131 139M105 142L117 151M92 148L98 156',
      mix(belly, '#b07a3c', 0.5),
      2,
    ) +
    path('M62 136Q60 156 74 160Q70 168 62 172L80 172Q92 160 92 144Q86 126 62 136Z', mix(main, dark, 0.35)) +
    claws(64, 170) +
    dragonHead(fill, belly, dark) +
    spines.join('') +
    wing(
      '#f08a4b',
      dark,
      'M108 104Q100 60 92 18Q58 0 18 8Q38 26 6 52Q36 56 22 94Q48 86 66 116Q88 100 108 104Z',
      'M104 102L92 18L18 8M92 18L6 52M92 18L22 94M92 18L66 114',
    ) +
    path('M104 102Q98 60 92 20L66 114Q84 100 104 102Z', '#ffffff', 0.12) +
    path('M92 18L88 6L98 16Z', '#fff0c8')
  );
}

/** What flies, by name. */
export const AIRCRAFT: Readonly<Record<string, OwnDrawing>> = {
  'hot-air-balloon': { width: 120, height: 170, color: '#e2574c', draw: hotAirBalloon },
  dragon: { width: 200, height: 178, color: '#4fae62', draw: dragon },
  'shooting-star': {
    width: 150,
    height: 100,
    color: '#ffd75e',
    draw: ({ main, light, id }) => {
      const trail = `<defs><linearGradient id="${id}trail" x1="1" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${light}" stop-opacity="0"/><stop offset="1" stop-color="${light}" stop-opacity=".95"/></linearGradient></defs>`;
      const star = Array.from({ length: 10 }, (_, at): readonly [number, number] => {
        const [turn, reach] = [(at * Math.PI) / 5 - 1.7, at % 2 ? 11 : 25];
        return [28 + Math.cos(turn) * reach, 72 + Math.sin(turn) * reach];
      });
      return (
        trail +
        path('M150 0L22 52L48 90Z', `url(#${id}trail)`) +
        path('M128 30L36 66L46 84Z', `url(#${id}trail)`) +
        path(polygon(star), main) +
        line(polygon(star), lighten(main, 0.4), 4) +
        circle(24, 68, 5, '#ffffff', 0.7)
      );
    },
  },
  fireworks: {
    width: 160,
    height: 160,
    color: '#ff6b6b',
    draw: ({ main, light }) => {
      const burst = (x: number, y: number, reach: number, color: string, tip: string): string => {
        const rays = Array.from({ length: 16 }, (_, at) => {
          const turn = (at * Math.PI) / 8 + 0.1;
          const [dx, dy] = [Math.cos(turn), Math.sin(turn)];
          const end = reach * (at % 2 ? 0.72 : 1);
          return (
            line(
              `M${x + dx * reach * 0.24} ${y + dy * reach * 0.24}Q${x + dx * end * 0.7} ${y + dy * end * 0.66} ${x + dx * end} ${y + dy * end + end * 0.12}`,
              color,
              2.6,
            ) + circle(x + dx * end, y + dy * end + end * 0.12, 3, tip)
          );
        });
        return rays.join('') + circle(x, y, reach * 0.1, '#ffffff');
      };
      return (
        burst(66, 62, 58, main, light) +
        burst(122, 112, 36, '#ffd257', '#fff3b8') +
        burst(38, 128, 26, '#6cc9ff', '#d4f1ff')
      );
    },
  },
  airship: {
    width: 220,
    height: 104,
    color: '#c9d2de',
    draw: ({ main, light, dark, id }) => {
      const hull = `<defs><linearGradient id="${id}hull" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${lighten(light, 0.3)}"/><stop offset=".5" stop-color="${main}"/><stop offset="1" stop-color="${dark}"/></linearGradient></defs>`;
      return (
        hull +
        path('M22 44L0 12L40 24ZM22 44L0 76L40 64Z', '#d8574f') +
        ellipse(118, 44, 100, 40, `url(#${id}hull)`) +
        line('M24 30Q118 12 214 34M24 58Q118 76 214 54', darken(main, 0.25), 1.6, 0.6) +
        path('M96 5Q78 44 96 83H110Q92 44 110 5Z', '#d8574f', 0.85) +
        path('M6 44L44 38V50Z', '#b8433a') +
        path('M88 82H148L140 100H96Z', '#4a5468') +
        [98, 111, 124].map((x) => rect(box(x, 86, 9, 7), '#bfe5f5', 1.5)).join('') +
        ellipse(128, 22, 60, 8, '#ffffff', 0.35)
      );
    },
  },
};
