/** Upholstered seats, and lamps. */
import { darken, lighten, mix } from '../color';
import { circle, ellipse, line, path, rect } from '../svg';
import { box, type OwnDrawing, type Paint, rounding, shading } from './own-drawing';

/** A sofa with this many seats, 100 high. */
function sofa(seats: number, { main, light, dark, id }: Paint): string {
  const seat = 72;
  const inner = seats * seat;
  const width = inner + 56;
  const back = shading(`${id}back`, lighten(main, 0.12), darken(main, 0.14));
  const base = shading(`${id}base`, main, darken(main, 0.3));
  const arm = shading(`${id}arm`, lighten(main, 0.18), darken(main, 0.2));
  const each = (draw: (x: number) => string): string =>
    Array.from({ length: seats }, (_, index) => draw(28 + index * seat)).join('');
  const arms = [0, width - 32].map(
    (x) =>
      rect(box(x, 34, 32, 58), arm.fill, 14) +
      rect(box(x + 5, 38, 22, 8), lighten(main, 0.32), 4, 0.5) +
      line(`M${x + 16} 58V82`, dark, 1.4, 0.35),
  );
  return (
    [back, base, arm].map(({ defs }) => defs).join('') +
    [18, width - 27].map((x) => rect(box(x, 88, 9, 12), '#6b4428', 3)).join('') +
    rect(box(14, 4, width - 28, 72), back.fill, 18) +
    each((x) => rect(box(x + 2, 12, seat - 4, 52), mix(main, light, 0.4), 13)) +
    each((x) => rect(box(x + 8, 16, seat - 22, 9), '#ffffff', 4.5, 0.22)) +
    each((x) => circle(x + seat / 2, 36, 2.2, dark, 0.5)) +
    rect(box(20, 72, width - 40, 20), base.fill, 6) +
    each((x) => rect(box(x, 54, seat, 24), darken(main, 0.1), 9) + rect(box(x + 1, 52, seat - 2, 20), light, 9)) +
    each((x) => rect(box(x + 8, 55, seat - 24, 5), '#ffffff', 2.5, 0.28)) +
    arms.join('') +
    pillow(36, 26) +
    (seats > 1 ? pillow(width - 66, 26) : '')
  );
}

/** A cushion that leans on the back. */
function pillow(x: number, y: number): string {
  return (
    path(
      `M${x} ${y + 4}Q${x + 15} ${y + 9} ${x + 30} ${y}Q${x + 25} ${y + 15} ${x + 33} ${y + 29}Q${x + 17} ${y + 25} ${x + 3} ${y + 33}Q${x + 7} ${y + 17} ${x} ${y + 4}Z`,
      '#fbe9c6',
    ) +
    path(
      `M${x + 30} ${y}Q${x + 25} ${y + 15} ${x + 33} ${y + 29}Q${x + 17} ${y + 25} ${x + 3} ${y + 33}Q${x + 24} ${y + 22} ${x + 30} ${y}Z`,
      '#e3bf86',
      0.7,
    ) +
    line(
      `M${x + 9} ${y + 8}Q${x + 13} ${y + 18} ${x + 12} ${y + 29}M${x + 20} ${y + 6}Q${x + 22} ${y + 16} ${x + 23} ${y + 26}`,
      '#e08e5a',
      1.8,
      0.9,
    )
  );
}

/** A lamp's shade with its light, around the point below it. */
function lampShade(x: number, y: number, half: number, height: number, { main, dark, id }: Paint): string {
  const cloth = rounding(`${id}shade`, lighten(main, 0.1), lighten(main, 0.5), main);
  return (
    cloth.defs +
    ellipse(x, y, half * 0.86, half * 0.16, '#fff6cf') +
    path(`M${x - half * 0.62} ${y - height}H${x + half * 0.62}L${x + half} ${y}H${x - half}Z`, cloth.fill) +
    path(`M${x - half} ${y}L${x - half * 0.96} ${y - height * 0.1}H${x + half * 0.96}L${x + half} ${y}Z`, dark, 0.55) +
    rect(box(x - half * 0.62, y - height - 1, half * 1.24, 3), dark, 1.5, 0.55)
  );
}

const halo = (x: number, y: number, radius: number, id: string): string =>
  `<defs><radialGradient id="${id}halo"><stop offset="0" stop-color="#fff0b4" stop-opacity=".75"/><stop offset="1" stop-color="#fff0b4" stop-opacity="0"/></radialGradient></defs>` +
  circle(x, y, radius, `url(#${id}halo)`);

/** Sofas, armchairs, and lamps by name. */
export const SEATS: Readonly<Record<string, OwnDrawing>> = {
  sofa: { width: 200, height: 100, color: '#4f86c6', draw: (paint) => sofa(2, paint) },
  armchair: { width: 128, height: 100, color: '#c9704f', draw: (paint) => sofa(1, paint) },
  'floor-lamp': {
    width: 76,
    height: 180,
    color: '#f0b94f',
    draw: (paint) =>
      halo(38, 46, 38, paint.id) +
      ellipse(38, 174, 22, 6, '#4c3a2c') +
      ellipse(38, 171.5, 21, 5, '#74573f') +
      rect(box(36, 40, 4.4, 132), '#5f4732', 2) +
      rect(box(36.3, 40, 1.6, 132), '#9a7856', 0.8) +
      line('M50 48V66', '#c9a24d', 1.2) +
      circle(50, 68, 2.2, '#f2cf63') +
      lampShade(38, 48, 29, 40, paint),
  },
  'table-lamp': {
    width: 72,
    height: 96,
    color: '#f0b94f',
    draw: (paint) => {
      const body = rounding(`${paint.id}body`, '#7fc0b8', '#cdeee6', '#4d938c');
      return (
        halo(36, 44, 36, paint.id) +
        body.defs +
        ellipse(36, 92, 18, 4, '#6b4b32') +
        path('M24 92C14 78 22 62 32 58V46H40V58C50 62 58 78 48 92Z', body.fill) +
        rect(box(31, 50, 10, 5), '#c9a24d', 2) +
        lampShade(36, 48, 31, 38, paint)
      );
    },
  },
  'ceiling-lamp': {
    width: 90,
    height: 110,
    color: '#e0a84e',
    draw: (paint) =>
      halo(45, 74, 36, paint.id) +
      line('M45 0V62', '#5d5348', 2.4) +
      circle(45, 92, 8, '#fff3c9') +
      path('M35 60H55L84 90H6Z', paint.main) +
      path('M46 60H55L84 90H56Z', paint.dark, 0.4) +
      path('M35 60H40L24 90H6Z', paint.light, 0.7) +
      rect(box(38, 54, 14, 7), '#5d5348', 2),
  },
};
