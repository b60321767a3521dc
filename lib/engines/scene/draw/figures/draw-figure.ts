import { drawIcon } from '../../icons/draw-icon';
import { findIcon } from '../../icons/icon-file';
import { SUBJECT_COLORS } from '../../icons/subject-colors';
import type { SubjectColor } from '../../scene';
import { darken, hslHex, lighten } from '../color';
import { type Box, circle, ellipse, line, n, path, rect } from '../svg';
import { figureBox } from './figure';
import { type Outfit, outfitOf } from './outfits';
import { type Joint, type Limb, type Skeleton, skeletonOf, type Stance } from './skeleton';

/** Somebody to draw. */
export type FigureDrawing = {
  icon: string;
  stance: Stance;
  color?: SubjectColor;
  /** Without shading. */
  isFlat: boolean;
  /** Prefix of all ids in it. */
  id: string;
  box: Box;
};

/** A whole body in its box: the icon is its head, or its head and chest. Empty if the icon has no such body. */
export function drawFigure({ icon, stance, color, isFlat, id, box }: FigureDrawing): string {
  const found = outfitOf(icon);
  const figure = figureBox(icon, stance);
  if (!found || !figure) return '';
  const outfit = color === undefined ? found : dyed(found, color);
  const body = skeletonOf(outfit, stance);
  const { left, top, width, height } = figure.units;
  const scale = `${(box.width / width).toFixed(5)} ${(box.height / height).toFixed(5)}`;
  const shade = isFlat ? 0 : 1;
  const parts = [
    outfit.tail ? tail(outfit, body, stance) : '',
    isShown(outfit, stance, 1) ? arm(outfit, body, 'far', shade) : '',
    legs(outfit, body, stance, shade),
    outfit.isBust ? '' : trunk(outfit, body, shade),
    headOf({ outfit, body, color, isFlat, id }),
    isShown(outfit, stance, 0) ? arm(outfit, body, 'near', shade) : '',
  ];
  return `<g transform="translate(${n(box.x)} ${n(box.y)})scale(${scale})translate(${n(-left)} ${n(-top)})">${parts.join('')}</g>`;
}

/** Arms that hang are part of a bust already. `order` counts the hands. */
function isShown({ isBust }: Outfit, { pose, held }: Stance, order: number): boolean {
  return !isBust || held > order || pose === 'cycling' || pose === 'astride';
}

function arm(outfit: Outfit, body: Skeleton, side: 'near' | 'far', shade: number): string {
  const dim = side === 'far' && !outfit.isBust ? 0.1 : 0;
  const bone = body.arms[side];
  return limb(bone, body.arm, sleeveOf(outfit), shade, dim) + hand(bone[2], body, outfit, dim);
}

/** The outfit in a demanded color: the clothes of people, the fur of animals. */
function dyed(outfit: Outfit, color: SubjectColor): Outfit {
  const dye = hslHex(SUBJECT_COLORS[color]);
  if (outfit.build !== 'animal') return { ...outfit, top: dye, ...(outfit.hasSkirt && { legs: dye }) };
  return { ...outfit, top: dye, legs: dye, shoes: dye, skin: dye, belly: lighten(dye, 0.5) };
}

type Sleeve = { upper: string; lower: string };

function sleeveOf({ top, skin, hasShortSleeves, build, legs: fur }: Outfit): Sleeve {
  if (build === 'animal') return { upper: fur, lower: fur };
  return { upper: top, lower: hasShortSleeves ? skin : top };
}

/** Two segments with round ends, darker at the edge. */
function limb([from, middle, to]: Limb, thick: number, { upper, lower }: Sleeve, shade: number, dim: number): string {
  const bend = `M${at(from)}Q${at(middle)} ${at(to)}`;
  const short = `M${at(from)}L${at(between(from, middle, 0.62))}`;
  const dark = (color: string): string => darken(color, 0.16 * shade + dim);
  return (
    line(bend, dark(lower), thick) +
    (shade > 0 ? line(bend, darken(lower, dim), thick * 0.62) : '') +
    (upper === lower ? '' : line(short, dark(upper), thick * 1.2) + line(short, darken(upper, dim), thick * 0.74))
  );
}

function hand([x, y]: Joint, { arm }: Skeleton, { skin }: Outfit, dim: number): string {
  return circle(x, y, arm * 0.64, darken(skin, 0.1 + dim)) + circle(x - 0.8, y - 0.8, arm * 0.52, darken(skin, dim));
}

function legs(outfit: Outfit, body: Skeleton, { pose }: Stance, shade: number): string {
  const pair: [Limb, number][] = [
    [body.legs.far, pose === 'sitting' || pose === 'standing' ? 0 : 0.16],
    [body.legs.near, 0],
  ];
  const isBare = outfit.hasSkirt === true && outfit.build !== 'animal';
  const color = isBare ? outfit.skin : outfit.legs;
  const shown = pose === 'astride' ? pair.slice(1) : pair;
  const bones = shown.map(
    ([bone, dim]) =>
      limb(bone, isBare ? body.leg * 0.72 : body.leg, { upper: color, lower: color }, shade, dim) +
      shoe(bone[2], outfit, body, pose, dim),
  );
  return bones.join('') + (outfit.hasSkirt ? skirt(outfit, body, pose, shade) : '');
}

function shoe([x, y]: Joint, { shoes }: Outfit, { leg }: Skeleton, pose: Stance['pose'], dim: number): string {
  // Who walks or rides goes to the left; who stands turns the feet out.
  const turn = pose === 'standing' || pose === 'sitting' ? Math.sign(x) * leg * 0.2 : -leg * 0.3;
  return (
    ellipse(x + turn, y, leg * 0.72, leg * 0.42, darken(shoes, 0.12 + dim)) +
    ellipse(x + turn - 1, y - 1.2, leg * 0.58, leg * 0.28, lighten(darken(shoes, dim), 0.12))
  );
}

function skirt({ legs: fabric, top, isBust }: Outfit, body: Skeleton, pose: Stance['pose'], shade: number): string {
  const color = isBust ? fabric : top;
  const { hip, waist } = body;
  const isSeated = pose !== 'standing' && pose !== 'walking';
  const length = isSeated ? 22 : -hip * (isBust ? 0.9 : 0.52);
  const wide = waist + (isBust ? 16 : 12);
  const [from, to] = [hip - 12, hip + length];
  const d = `M${n(-waist)} ${n(from)}H${n(waist)}L${n(wide)} ${n(to - 4)}Q0 ${n(to + 6)} ${n(-wide)} ${n(to - 4)}Z`;
  const fold = `M${n(waist * 0.3)} ${n(from + 8)}L${n(wide * 0.4)} ${n(to - 2)}M${n(-waist * 0.3)} ${n(from + 8)}L${n(-wide * 0.4)} ${n(to - 2)}`;
  return path(d, darken(color, 0.1 * shade)) + (shade > 0 ? line(fold, darken(color, 0.24), 2, 0.6) : '');
}

function trunk(outfit: Outfit, { shoulder, hip, chest, waist }: Skeleton, shade: number): string {
  const isAnimal = outfit.build === 'animal';
  const low = hip + (isAnimal ? 10 : 3);
  const shape = (inset: number): string => {
    const [wide, narrow, top, bottom] = [chest - inset, waist - inset, shoulder + inset, low - inset];
    return (
      `M${n(-wide + 10)} ${n(top)}H${n(wide - 10)}Q${n(wide)} ${n(top)} ${n(wide)} ${n(top + 12)}` +
      `L${n(narrow)} ${n(bottom - 10)}Q${n(narrow)} ${n(bottom)} ${n(narrow - 10)} ${n(bottom)}` +
      `H${n(-narrow + 10)}Q${n(-narrow)} ${n(bottom)} ${n(-narrow)} ${n(bottom - 10)}L${n(-wide)} ${n(top + 12)}Q${n(-wide)} ${n(top)} ${n(-wide + 10)} ${n(top)}Z`
    );
  };
  const middle = (shoulder + low) / 2;
  const belly = !outfit.belly
    ? ''
    : isAnimal
      ? ellipse(0, middle + 6, waist * 0.62, (low - shoulder) * 0.36, outfit.belly)
      : rect({ x: -waist - 2, y: hip - 14, width: waist * 2 + 4, height: 8 }, '#3b3346', 2);
  return (
    path(shape(0), darken(outfit.top, 0.14 * shade)) +
    (shade > 0 ? `<g transform="translate(-1.5 -1)">${path(shape(3), outfit.top)}</g>` : '') +
    belly
  );
}

/** The icon on top. A bust grows narrower where the legs begin. */
function headOf(figure: {
  outfit: Outfit;
  body: Skeleton;
  color: SubjectColor | undefined;
  isFlat: boolean;
  id: string;
}): string {
  const { outfit, body, color, isFlat, id } = figure;
  const [, , wide, tall] = findIcon(outfit.head)?.box ?? [0, 0, 1, 1];
  const [width, height] = [body.head, (body.head * tall) / wide];
  const isColored = color !== undefined && (outfit.isBust || outfit.build === 'animal');
  const icon = drawIcon({
    ...{ icon: outfit.head, isFlat, id, isPerson: outfit.build !== 'animal' },
    ...(isColored && { color }),
    box: { x: -width / 2, y: (outfit.isBust ? body.hip + 4 : body.chin) - height, width, height },
  });
  if (!outfit.isBust) return icon;
  const [half, bottom] = [width / 2 + 4, body.hip + 4];
  const clip = `M${n(-half)} ${n(bottom - height - 4)}H${n(half)}V${n(bottom - 34)}Q${n(half - 6)} ${n(bottom)} ${n(body.waist)} ${n(bottom)}H${n(-body.waist)}Q${n(-half + 6)} ${n(bottom)} ${n(-half)} ${n(bottom - 34)}Z`;
  return `<clipPath id="${id}bust"><path d="${clip}"/></clipPath><g clip-path="url(#${id}bust)">${icon}</g>`;
}

function tail({ tail: kind, top, belly = top }: Outfit, { hip }: Skeleton, { pose }: Stance): string {
  const y = hip + (pose === 'standing' ? 14 : 0);
  switch (kind) {
    case 'bushy':
      return (
        path(
          `M14 ${n(y)}C44 ${n(y + 10)} 66 ${n(y - 14)} 58 ${n(y - 52)}C42 ${n(y - 44)} 30 ${n(y - 26)} 14 ${n(y - 14)}Z`,
          darken(top, 0.1),
        ) +
        path(
          `M58 ${n(y - 52)}C62 ${n(y - 38)} 60 ${n(y - 30)} 56 ${n(y - 24)}C52 ${n(y - 28)} 47 ${n(y - 33)} 44 ${n(y - 40)}C48 ${n(y - 46)} 52 ${n(y - 49)} 58 ${n(y - 52)}Z`,
          belly,
        )
      );
    case 'thin':
      return (
        line(`M18 ${n(y - 4)}C48 ${n(y)} 44 ${n(y - 30)} 54 ${n(y - 42)}`, darken(top, 0.12), 5) +
        ellipse(55, y - 44, 7, 9, '#7a4a36')
      );
    case 'round':
    case undefined:
      return circle(30, y - 8, 9, darken(top, 0.08));
  }
}

const at = ([x, y]: Joint): string => `${n(x)} ${n(y)}`;

function between([x, y]: Joint, [toX, toY]: Joint, share: number): Joint {
  return [x + (toX - x) * share, y + (toY - y) * share];
}
