import { type Box, n } from '../draw/svg';
import type { SubjectColor } from '../scene';
import { findIcon } from './icon-file';
import { recolor } from './recolor';

/** An icon to draw. */
export type IconDrawing = {
  icon: string;
  color?: SubjectColor;
  /** Without shading. */
  isFlat: boolean;
  isPerson: boolean;
  /** Prefix of all ids in it: each instance needs its own. */
  id: string;
  /** Where its visible part goes. */
  box: Box;
};

/** Of several colors in the icon, and of one where a prompt names it. */
const IN_ONE_COLOR = new Set(['duck']);

/** The elements of an icon at a position; empty if there is no such icon. */
export function drawIcon({ icon: name, color, isFlat, isPerson, id, box }: IconDrawing): string {
  const icon = findIcon(name);
  if (!icon) return '';
  const elements = isFlat ? icon.flat : icon.body;
  const colored = color === undefined ? elements : recolor(elements, icon, color, isPerson, IN_ONE_COLOR.has(name));
  const own = colored
    .replace(/\bid="/g, `$&${id}`)
    .replace(/url\(#/g, `$&${id}`)
    .replace(/href="#/g, `$&${id}`);
  const [left, top, width, height] = icon.box;
  const [across, down] = [box.width / width, box.height / height];
  const at = `translate(${n(box.x - left * across)} ${n(box.y - top * down)})scale(${across.toFixed(5)} ${down.toFixed(5)})`;
  return `<g transform="${at}">${own}</g>`;
}
