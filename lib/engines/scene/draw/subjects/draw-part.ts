import { drawIcon } from '../../icons/draw-icon';
import { isPerson } from '../../icons/icon-sizes';
import { SUBJECT_COLORS } from '../../icons/subject-colors';
import { darken, hslHex, lighten, mix } from '../color';
import { drawFigure } from '../figures/draw-figure';
import { findOwnDrawing } from '../own/own-drawings';
import type { Palette } from '../palette';
import { cloud } from '../places/sky';
import { ellipse, line, n } from '../svg';
import type { PlacedPart } from './place-subjects';
import { isBuildingIcon } from './settle';
import { snowCaps } from './snow-caps';

/** How subjects are drawn in a style; `isSnowy` is whether snow lies on them. */
export type PartStyle = { isFlat: boolean; palette: Palette; isSnowy: boolean };

/** Flat things that lie on the ground cast no shadow. */
const LYING = /^own:(road|path|river|pond|rug|hill|island|waterfall)$/;
/** Shadows and mirror images need this much of the thing's size around it. */
const SHADOW = '#1b1b3a';

/** One subject with its shadow, its mirror image, or what carries it. `index` makes its ids unique. */
export function drawPart(part: PlacedPart, index: number, { isFlat, palette, isSnowy }: PartStyle): string {
  const snow = isSnowy ? snowCaps(part.subject.icon, part, palette.lit) : '';
  const drawing = drawThing(part, `p${index}-`, isFlat) + snow;
  const [x, foot, wide] = [part.x + part.width / 2, part.y + part.height, part.width];
  switch (part.footing) {
    case 'ground':
      return (LYING.test(part.subject.icon) ? '' : shadow(x, foot, wide, isBuildingIcon(part.subject.icon))) + drawing;
    case 'island': {
      const land =
        ellipse(x, foot, wide * 0.86, wide * 0.17, '#ffffff', 0.45) +
        ellipse(x, foot - wide * 0.01, wide * 0.78, wide * 0.14, palette.lit('#e3c88f')) +
        ellipse(x, foot - wide * 0.03, wide * 0.7, wide * 0.11, palette.lit('#f3dda8'));
      return (part.subject.icon.includes('island') ? '' : land + shadow(x, foot, wide)) + drawing;
    }
    case 'cloud':
      return (
        cloud(x, foot + wide * 0.06, wide * 1.4, lighten(palette.cloud, palette.isNight ? 0.1 : 0.4), 1) +
        shadow(x, foot, wide * 0.8) +
        drawing
      );
    case 'water':
      return mirrored(part, index, palette) + drawing + waterline(x, foot, wide, part.height, palette);
    case 'none':
      return drawing;
  }
}

function drawThing(part: PlacedPart, id: string, isFlat: boolean): string {
  const { shade = 0 } = part;
  const drawing = drawPlain(part, id, isFlat);
  // Few inks make another color of a shade.
  if (shade === 0 || isFlat) return drawing;
  const toward = shade > 0 ? '#ffffff' : '#000000';
  return drawing.replace(/#[0-9a-f]{6}\b|#[0-9a-f]{3}\b/gi, (hex) => mix(hex, toward, Math.abs(shade)));
}

function drawPlain(part: PlacedPart, id: string, isFlat: boolean): string {
  const { subject, x, y, width, height, stance } = part;
  if (stance) {
    const { icon, color } = subject;
    return drawFigure({
      icon,
      stance,
      isFlat,
      id,
      box: { x, y, width, height },
      ...(color !== undefined && { color }),
    });
  }
  const own = findOwnDrawing(subject.icon);
  if (!own) {
    return drawIcon({
      icon: subject.icon,
      color: subject.color,
      isFlat,
      id,
      isPerson: isPerson(subject.icon),
      box: { x, y, width, height },
    });
  }
  const main = subject.color ? hslHex(SUBJECT_COLORS[subject.color]) : own.color;
  const elements = own.draw({
    main,
    light: lighten(main, 0.3),
    dark: darken(main, 0.28),
    text: subject.text ?? '',
    id,
  });
  return `<g transform="translate(${n(x)} ${n(y)})scale(${(width / own.width).toFixed(5)} ${(height / own.height).toFixed(5)})">${elements}</g>`;
}

/** What is seen of a building has a straight lower edge: a deep shadow would let it float. */
function shadow(x: number, foot: number, width: number, isStraight = false): string {
  const deep = isStraight ? 0.3 : 1;
  return (
    ellipse(x, foot, width * 0.48, width * 0.085 * deep, SHADOW, 0.14) +
    ellipse(x, foot, width * 0.36, width * 0.055 * deep, SHADOW, 0.18)
  );
}

/** The mirror image below the waterline, squeezed and pale. */
function mirrored(part: PlacedPart, index: number, palette: Palette): string {
  const foot = part.y + part.height * 0.93;
  const image = drawThing(part, `m${index}-`, true);
  return `<g transform="matrix(1 0 0 -.5 0 ${n(foot * 1.5)})" opacity="${palette.isNight ? '.18' : '.26'}">${image}</g>`;
}

/** Ripples that hide the lower edge. */
function waterline(x: number, foot: number, width: number, height: number, palette: Palette): string {
  const y = foot - height * 0.045;
  const color = lighten(palette.water, 0.06);
  const ripples = [0, 1, 2].map((ring) => {
    const reach = width * (0.5 + ring * 0.13);
    return `M${n(x - reach)} ${n(y + height * 0.05 * ring)}Q${n(x)} ${n(y + width * 0.035 + height * 0.06 * ring)} ${n(x + reach)} ${n(y + height * 0.05 * ring)}`;
  });
  return (
    ellipse(x, y + width * 0.045, width * 0.54, width * 0.06, color, 0.85) +
    line(ripples.join(''), '#ffffff', Math.max(0.6, width * 0.012), 0.5)
  );
}
