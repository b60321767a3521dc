/**
 * Which pixels show which subject. It is drawn as a picture of its own, with numbers as colors, so that styles can treat
 * subjects, their surroundings, and the colors that a prompt demands differently.
 */
import { hslOf, hueDistance } from '../color';
import { SUBJECT_COLORS } from '../../icons/subject-colors';
import type { Subject, SubjectColor } from '../../scene';
import type { Box } from '../svg';
import { softened } from './blur';
import type { Pixels } from './pixels';

/** The subjects of a picture, pixel by pixel. */
export type SubjectMap = {
  width: number;
  height: number;
  /** The number of the drawn thing that is seen there; 0 where none is. */
  parts: Uint8Array;
  /** The color that the prompt demands there: its index in `TONES`, plus 1; 0 where it demands none. */
  tones: Uint8Array;
  /** How much of the pixel subjects cover, 0…255; edges are soft. */
  cover: Uint8Array;
  /** Whether the pixel belongs to a face or to something that is to be read: styles work more finely there. */
  fine: Uint8Array;
  /** Whether something in the picture is to be read. */
  hasText: boolean;
  /** Whether a color is demanded anywhere. */
  hasTones: boolean;
};

/** The colors that a prompt can demand. */
export const TONES = Object.keys(SUBJECT_COLORS) as SubjectColor[];

const NUMBERS = 127;
const TONE_STEP = 8;
const TEXT = 128;
/** Recolored parts have the demanded hue but for rounding; drawings of our own darken toward blue. */
const SAME_HUE = 14;

/** The elements of a drawn thing with its number, and what is demanded of it, instead of its colors. */
export function numbered(elements: string, index: number, { color, text }: Subject): string {
  const green = (1 + (index % NUMBERS)) * 2;
  const tone = color === undefined ? 0 : TONES.indexOf(color) + 1;
  const code = (isColored: boolean): string => {
    const parts = [isColored ? 255 : 0, green, tone * TONE_STEP + (text ? TEXT : 0)];
    return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
  };
  const changed = elements
    .replace(/(fill|stroke|stop-color)="(?:white|black)"/g, `$1="${code(false)}"`)
    .replace(/#[0-9a-f]{6}\b|#[0-9a-f]{3}\b/gi, (hex, at: number) => {
      const isReference = elements[at - 1] === '(' || elements.startsWith('href="', at - 6);
      return isReference ? hex : code(color !== undefined && isShadeOf(hex, color));
    });
  return `<g fill="${code(false)}">${changed}</g>`;
}

function isShadeOf(hex: string, color: SubjectColor): boolean {
  const target = SUBJECT_COLORS[color];
  const own = hslOf(hex);
  if (target.s > 0.2) return own.s > 0.12 && hueDistance(own.h, target.h) < SAME_HUE;
  const isGray = own.s < 0.35 || own.l > 0.93 || own.l < 0.1;
  return isGray && Math.abs(own.l - target.l) < 0.34;
}

/** Reads the picture of numbers. @param faces where faces are, in shares of the picture */
export function readSubjectMap({ data, width, height }: Pixels, faces: readonly Box[] = []): SubjectMap {
  const map = emptySubjectMap({ width, height });
  for (let pixel = 0, at = 0; pixel < width * height; pixel += 1, at += 4) {
    const alpha = data[at + 3] ?? 0;
    if (alpha < 96) continue;
    // Pixels hold colors multiplied by their opacity.
    const part = Math.round(((data[at + 1] ?? 0) * 127.5) / alpha);
    if (part === 0) continue;
    const marks = Math.round(((data[at + 2] ?? 0) * 255) / alpha / TONE_STEP);
    map.parts[pixel] = part;
    map.cover[pixel] = 255;
    if (marks >= TEXT / TONE_STEP) {
      map.hasText = true;
      map.fine[pixel] = 1;
    }
    if ((data[at] ?? 0) * 2 > alpha) {
      map.tones[pixel] = marks % (TEXT / TONE_STEP);
      map.hasTones = true;
    }
  }
  for (const face of faces) markFine(map, face);
  return { ...map, cover: softened(map.cover, width, height) };
}

/** Marks the subjects in a box. */
function markFine({ fine, parts, width, height }: SubjectMap, box: Box): void {
  const [left, right] = [Math.max(0, Math.floor(box.x * width)), Math.min(width, (box.x + box.width) * width)];
  const [top, bottom] = [Math.max(0, Math.floor(box.y * height)), Math.min(height, (box.y + box.height) * height)];
  for (let y = top; y < bottom; y += 1) {
    for (let at = y * width + left; at < y * width + right; at += 1) if (parts[at]) fine[at] = 1;
  }
}

/** A map without subjects. */
function emptySubjectMap({ width, height }: { width: number; height: number }): SubjectMap {
  const bytes = (): Uint8Array => new Uint8Array(width * height);
  return {
    width,
    height,
    parts: bytes(),
    tones: bytes(),
    cover: bytes(),
    fine: bytes(),
    hasText: false,
    hasTones: false,
  };
}
