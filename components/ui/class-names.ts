import { clsx, type ClassValue } from 'clsx';
import { extendTailwindMerge } from 'tailwind-merge';

const merge = extendTailwindMerge({
  extend: {
    theme: {
      radius: ['control', 'panel'],
      shadow: ['float'],
      spacing: ['rail', 'rail-folded', 'topbar', 'bottombar', 'row', 'control', 'touch'],
      container: ['console', 'chat', 'prose', 'form', 'dialog', 'drawer', 'measure'],
    },
  },
});

/** Joins class names; a later utility replaces an earlier one of the same kind. */
export function classNames(...values: ClassValue[]): string {
  return merge(clsx(values));
}
