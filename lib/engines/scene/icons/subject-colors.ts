import type { Hsl } from '../draw/color';
import type { SubjectColor } from '../scene';

/** What the colors of subjects are, in the middle between their light and their shade. */
export const SUBJECT_COLORS: Readonly<Record<SubjectColor, Hsl>> = {
  red: { h: 356, s: 0.8, l: 0.51 },
  orange: { h: 27, s: 0.93, l: 0.54 },
  yellow: { h: 48, s: 0.95, l: 0.57 },
  green: { h: 132, s: 0.52, l: 0.43 },
  teal: { h: 178, s: 0.62, l: 0.42 },
  blue: { h: 214, s: 0.78, l: 0.53 },
  purple: { h: 274, s: 0.56, l: 0.54 },
  pink: { h: 338, s: 0.82, l: 0.73 },
  brown: { h: 24, s: 0.46, l: 0.37 },
  black: { h: 230, s: 0.1, l: 0.17 },
  white: { h: 220, s: 0.15, l: 0.92 },
  gray: { h: 220, s: 0.05, l: 0.56 },
  gold: { h: 43, s: 0.84, l: 0.52 },
  silver: { h: 214, s: 0.12, l: 0.73 },
};
