import { verticalGradient } from '../svg';

/** What a drawing of our own is painted with. */
export type Paint = {
  /** Its main color, and what light and shade make of it. */
  main: string;
  light: string;
  dark: string;
  /** Text on it; empty if there is none. */
  text: string;
  /** A prefix for the ids of its definitions. */
  id: string;
};

/** A drawing of our own: elements in a box of its own units, whose lower edge stands on the ground. */
export type OwnDrawing = {
  width: number;
  height: number;
  /** Its main color if the prompt names none, `#rrggbb`. */
  color: string;
  draw: (paint: Paint) => string;
};

/** A vertical gradient, and the fill that uses it. */
export function shading(id: string, top: string, bottom: string): { defs: string; fill: string } {
  return { defs: `<defs>${verticalGradient(id, [top, bottom])}</defs>`, fill: `url(#${id})` };
}

/** A horizontal gradient, and the fill that uses it: for what is round. */
export function rounding(id: string, ...colors: readonly string[]): { defs: string; fill: string } {
  const stops = colors.map((color, index) => `<stop offset="${index / (colors.length - 1)}" stop-color="${color}"/>`);
  return { defs: `<defs><linearGradient id="${id}">${stops.join('')}</linearGradient></defs>`, fill: `url(#${id})` };
}

/** A rectangle's numbers by name. */
export const box = (
  x: number,
  y: number,
  width: number,
  height: number,
): { x: number; y: number; width: number; height: number } => ({ x, y, width, height });
