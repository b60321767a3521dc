import { clsx, type ClassValue } from 'clsx';

/**
 * Joins class names. Nothing is removed: if two set the same property, the style sheet's order decides, so an element
 * never has both. Classes that a caller may override are under `base:` (app/globals.css), which every other class
 * overrides.
 */
export function classNames(...values: ClassValue[]): string {
  return clsx(values);
}
