import { z } from 'zod';

/**
 * Limits a list or a map before its members are checked. A schema's own maximum is checked after its members, when each
 * of millions of wrong members has already produced an issue.
 * @param maximum of items or keys
 */
export function bounded<S extends z.ZodType>(schema: S, maximum: number) {
  return z.preprocess((value, context) => {
    const count = Array.isArray(value) ? value.length : isMap(value) ? Object.keys(value).length : 0;
    if (count <= maximum) return value;
    const origin = Array.isArray(value) ? 'array' : 'object';
    context.addIssue({
      code: 'too_big',
      origin,
      maximum,
      inclusive: true,
      message: `Must have at most ${maximum.toLocaleString('en-US')} ${origin === 'array' ? 'items' : 'members'}`,
    });
    return z.NEVER;
  }, schema);
}

function isMap(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
