import { clsx, type ClassValue } from 'clsx';

/**
 * Joins class names. Nothing is taken out: where two set the same property the style sheet's order decides, so one
 * element never has both. What a caller may replace is under `base:` (app/globals.css), which every other class beats.
 */
export function classNames(...values: ClassValue[]): string {
  return clsx(values);
}
