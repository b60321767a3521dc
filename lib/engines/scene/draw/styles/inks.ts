/** Inks of the colors that prompts demand: a style may change everything else, but not these. */
import { type Hsl, hslHex } from '../color';
import { SUBJECT_COLORS } from '../../icons/subject-colors';
import { type Rgb, rgb } from './pixels';
import { TONES } from './subject-map';

/** The ink of a demanded color (its number in the map of subjects), as light as wanted, 0…1. */
export type Inks = (tone: number, lightness: number) => Readonly<Rgb>;

const STEPS = 48;

/** Inks of all colors. @param vivid how saturated they are compared with the colors themselves */
export function inksOf(vivid: number): Inks {
  const ramps: Rgb[][] = [];
  return (tone, lightness) => {
    const ramp = (ramps[tone] ??= rampOf(SUBJECT_COLORS[TONES[tone - 1] ?? 'gray'], vivid));
    return ramp[Math.max(0, Math.min(STEPS, Math.round(lightness * STEPS)))] as Rgb;
  };
}

/** A color from its darkest to its lightest shade. Pale colors stay pale, and black stays dark. */
function rampOf({ h, s, l }: Hsl, vivid: number): Rgb[] {
  const isNeutral = s < 0.2;
  const [least, most] = isNeutral ? [Math.max(0.04, l - 0.36), Math.min(1, l + 0.34)] : [0.14, 0.94];
  return Array.from({ length: STEPS + 1 }, (_, step) => {
    const light = Math.max(least, Math.min(most, step / STEPS));
    // The shade of yellow is orange, not olive.
    const turn = h > 20 && h < 70 ? Math.min(24, Math.max(0, l - light) * 70) : 0;
    return rgb(hslHex({ h: h - turn, s: Math.min(1, s * (isNeutral ? 1 : vivid)), l: light }));
  });
}

/** How light a demanded color usually is, 0…1. */
export function usualLightness(tone: number): number {
  return SUBJECT_COLORS[TONES[tone - 1] ?? 'gray'].l;
}

/** Whether a demanded color is black, white, or between them. */
export function isNeutral(tone: number): boolean {
  return SUBJECT_COLORS[TONES[tone - 1] ?? 'gray'].s < 0.2;
}

/** How light a color is, 0…1. */
export function lightnessOf(color: Readonly<Rgb>): number {
  const red = color[0];
  const green = color[1];
  const blue = color[2];
  return (Math.max(red, green, blue) + Math.min(red, green, blue)) / 510;
}

/** A lightness in one of a few steps, so that areas stay even. */
export function stepped(lightness: number, steps: number): number {
  return (Math.floor(Math.min(0.999, lightness) * steps) + 0.5) / steps;
}
