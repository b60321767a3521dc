/** Trains, and bridges of stone. */
import { darken, lighten, mix } from '../color';
import { circle, line, path, rect } from '../svg';
import { box, type OwnDrawing, type Paint, shading } from './own-drawing';

function wheel(x: number, y: number, radius: number): string {
  return (
    circle(x, y, radius, '#2a2e3b') +
    circle(x, y, radius * 0.72, '#7b8496') +
    circle(x, y, radius * 0.54, '#3d4454') +
    circle(x, y, radius * 0.2, '#c9d0dc')
  );
}

/** A passenger car, 150 wide. */
function car(x: number, { main, light, id }: Paint): string {
  const windows = [0, 1, 2, 3, 4].map(
    (at) =>
      rect(box(x + 10 + at * 27, 58, 20, 20), '#5a3a2c', 3) +
      rect(box(x + 11.5 + at * 27, 59.5, 17, 17), '#cdeafa', 2) +
      path(
        `M${x + 13 + at * 27} 75L${x + 22 + at * 27} 60H${x + 27 + at * 27}L${x + 17 + at * 27} 76Z`,
        '#ffffff',
        0.5,
      ),
  );
  return (
    rect(box(x + 8, 104, 134, 8), '#3b4152', 2) +
    [22, 46, 104, 128].map((at) => wheel(x + at, 111, 9)).join('') +
    rect(box(x, 50, 150, 56), `url(#${id}paint)`, 7) +
    rect(box(x, 82, 150, 7), '#fff3d8') +
    rect(box(x + 4, 44, 142, 9), '#59505e', 5) +
    rect(box(x + 8, 45, 134, 3), '#8a8090', 1.5) +
    windows.join('') +
    rect(box(x + 4, 92, 142, 4), light, 2, 0.5) +
    rect(box(x, 50, 4, 54), darken(main, 0.3), 2, 0.5)
  );
}

/** A steam engine that goes to the right, from x = 322 on. */
function engine({ main, light, dark, id }: Paint): string {
  return (
    path('M448 98L472 121H444Z', '#c9a24d') +
    line('M452 104L462 120M450 112L454 120', '#8a6a2c', 2) +
    rect(box(326, 100, 124, 9), '#2f3444', 2) +
    path('M416 68L412 40H436L432 68Z', '#3b4152') +
    rect(box(408, 34, 32, 8), '#2a2e3b', 3) +
    rect(box(392, 54, 16, 18), '#c9a24d', 7) +
    rect(box(362, 64, 86, 38), `url(#${id}boiler)`, 16) +
    rect(box(376, 64, 5, 38), '#c9a24d') +
    rect(box(404, 64, 5, 38), '#c9a24d') +
    circle(447, 80, 15, '#2f3444') +
    circle(447, 80, 10, '#596276') +
    circle(451, 66, 6, '#fff1b0') +
    rect(box(322, 42, 48, 62), `url(#${id}paint)`, 4) +
    rect(box(330, 50, 30, 24), '#5a3a2c', 3) +
    rect(box(332, 52, 26, 20), '#cdeafa', 2) +
    path('M316 44Q346 28 376 44Z', dark) +
    rect(box(316, 42, 60, 5), light, 2) +
    rect(box(326, 84, 40, 14), darken(main, 0.2), 3) +
    wheel(346, 106, 14) +
    wheel(384, 106, 14) +
    wheel(418, 111, 9) +
    wheel(440, 111, 9) +
    line('M346 108H384', '#d5dbe6', 4)
  );
}

const SMOKE = [
  [424, 26, 9, 0.9],
  [406, 18, 11, 0.85],
  [384, 14, 12, 0.7],
  [358, 13, 11, 0.5],
  [334, 14, 9, 0.35],
] as const;

function train(paint: Paint): string {
  const { main, light, id } = paint;
  const body = shading(`${id}paint`, lighten(main, 0.12), darken(main, 0.18));
  const boiler = shading(`${id}boiler`, '#79839a', '#2a2f3e');
  const sleepers = Array.from({ length: 26 }, (_, at) => rect(box(2 + at * 18.5, 123, 10, 6), '#7a5638', 1));
  return (
    body.defs +
    boiler.defs +
    sleepers.join('') +
    rect(box(0, 119.5, 476, 4), '#6d7484', 1.5) +
    SMOKE.map(([x, y, r, opacity]) => circle(x, y, r, '#f4f4f7', opacity)).join('') +
    line('M152 104H162M312 104H324', '#2a2e3b', 4) +
    car(2, { ...paint, light: mix(main, light, 0.7) }) +
    car(162, paint) +
    engine(paint)
  );
}

/** An arch's opening and its ring of stones; its foot is at the bottom. */
const arch = (x: number, half: number, top: number): string =>
  `M${x - half} 130V${top + half}A${half} ${half} 0 0 1 ${x + half} ${top + half}V130Z`;

function stoneBridge({ main, light, dark, id }: Paint): string {
  const wall = shading(`${id}wall`, lighten(main, 0.1), mix(main, dark, 0.35));
  const arches = [88, 215, 342];
  const stones = [26, 38].flatMap((y, row) =>
    Array.from({ length: 15 }, (_, at) => {
      const fill = (at * 3 + row * 2) % 4 === 0 ? light : darken(main, 0.24);
      return rect(box(8 + at * 28 + row * 12, y, 18, 7), fill, 2, 0.9);
    }),
  );
  const ring = arches.flatMap((x) =>
    Array.from({ length: 11 }, (_, at) => {
      const turn = Math.PI * (1 - at / 10);
      const [dx, dy] = [Math.cos(turn), -Math.sin(turn)];
      const [px, py] = [x + dx * 53, 102 + dy * 53];
      const degrees = (Math.atan2(dy, dx) * 180) / Math.PI + 90;
      return `<g transform="translate(${px.toFixed(1)} ${py.toFixed(1)})rotate(${degrees.toFixed(1)})">${rect(box(-6.5, -6, 13, 12), at % 2 ? light : lighten(main, 0.16), 2)}</g>`;
    }),
  );
  return (
    wall.defs +
    `<path fill-rule="evenodd" d="M0 12H430V130H0Z${arches.map((x) => arch(x, 48, 54)).join('')}" fill="${wall.fill}"/>` +
    arches
      .map(
        (x) =>
          `<path d="M${x - 48} 130V102A48 48 0 0 1 ${x - 20} 59A48 48 0 0 0 ${x - 38} 102V130Z" fill="${darken(main, 0.5)}"/>`,
      )
      .join('') +
    stones.join('') +
    ring.join('') +
    [26, 151.5, 278.5, 404].map((x) => rect(box(x - 13, 112, 26, 18), darken(main, 0.22), 3)).join('') +
    rect(box(0, 4, 430, 12), light, 3) +
    rect(box(0, 14, 430, 4), darken(main, 0.3), 0, 0.7)
  );
}

/** Trains and their bridges by name. */
export const RAIL: Readonly<Record<string, OwnDrawing>> = {
  train: { width: 476, height: 130, color: '#c8453b', draw: train },
  'stone-bridge': { width: 430, height: 130, color: '#aaa294', draw: stoneBridge },
};
