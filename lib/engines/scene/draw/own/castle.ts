/** A castle. */
import { darken, lighten, mix } from '../color';
import { line, path, rect } from '../svg';
import { box, type OwnDrawing, type Paint, rounding } from './own-drawing';

/** Battlements on a wall's upper edge. */
function battlements(x: number, y: number, width: number, fill: string): string {
  const count = Math.max(3, Math.round(width / 14));
  const step = width / (count * 2 - 1);
  return Array.from({ length: count }, (_, at) => rect(box(x + at * 2 * step, y - 9, step, 11), fill, 1)).join('');
}

/** A round tower with a pointed roof and a flag; its foot is at 210. */
function tower(x: number, top: number, half: number, { main, dark, id }: Paint, roof: string): string {
  const fill = `url(#${id}round)`;
  const peak = top - half * 2.5;
  const windows = [top + 22, top + 62].map(
    (y) => rect(box(x - 5, y, 10, 17), '#3a3350', 5) + rect(box(x - 3.5, y + 2, 7, 13), '#ffdf94', 3.5),
  );
  return (
    rect(box(x - half, top, half * 2, 210 - top), fill) +
    rect(box(x - half - 4, top - 2, half * 2 + 8, 12), mix(main, dark, 0.2), 2) +
    windows.join('') +
    rect(box(x - half + 3, top + 96, 9, 5), darken(main, 0.2), 1.5, 0.6) +
    rect(box(x + half - 14, top + 50, 9, 5), darken(main, 0.25), 1.5, 0.6) +
    line(`M${x} ${peak - 16}V${peak + 4}`, '#6b5a48', 2) +
    path(`M${x + 1} ${peak - 16}L${x + 17} ${peak - 11}L${x + 1} ${peak - 6}Z`, '#f2b84b') +
    path(`M${x - half - 7} ${top}L${x} ${peak}L${x + half + 7} ${top}Z`, roof) +
    path(`M${x + half * 0.2} ${top}L${x} ${peak}L${x + half + 7} ${top}Z`, darken(roof, 0.28), 0.8) +
    path(`M${x - half - 7} ${top}L${x} ${peak}L${x - half * 0.5} ${top}Z`, lighten(roof, 0.22), 0.8)
  );
}

/** A castle by its name. */
export const CASTLE: Readonly<Record<string, OwnDrawing>> = {
  castle: {
    width: 240,
    height: 211,
    color: '#c9c3d0',
    draw: (paint) => {
      const { main, light, dark, id } = paint;
      const round = rounding(`${id}round`, mix(main, light, 0.8), main, mix(main, dark, 0.75));
      const roof = '#4a6fb5';
      const stones = [
        [62, 150],
        [150, 146],
        [70, 178],
        [166, 172],
        [158, 194],
        [84, 196],
      ].map(([x = 0, y = 0]) => rect(box(x, y, 13, 6), darken(main, 0.18), 2, 0.7));
      return (
        round.defs +
        tower(84, 84, 17, paint, roof) +
        tower(158, 96, 15, paint, roof) +
        rect(box(92, 66, 58, 144), round.fill) +
        battlements(88, 66, 66, mix(main, light, 0.3)) +
        [106, 126]
          .map((x) => rect(box(x, 84, 11, 20), '#3a3350', 5.5) + rect(box(x + 2, 86, 7, 16), '#ffdf94', 3.5))
          .join('') +
        tower(121, 62, 19, paint, '#b8486a') +
        rect(box(30, 132, 180, 78), mix(main, light, 0.25)) +
        rect(box(30, 132, 180, 6), lighten(light, 0.3), 0, 0.7) +
        battlements(30, 132, 180, mix(main, light, 0.25)) +
        stones.join('') +
        tower(28, 104, 22, paint, roof) +
        tower(212, 104, 22, paint, roof) +
        path('M92 210V178A28 30 0 0 1 148 178V210Z', darken(main, 0.32)) +
        path('M98 210V180A22 25 0 0 1 142 180V210Z', '#5f3b24') +
        line('M109 160V210M120 156V210M131 160V210M99 178H141M98 194H142', '#3a2416', 2) +
        rect(box(0, 207, 240, 4), darken(main, 0.45), 2)
      );
    },
  },
};
