import { describe, expect, it } from 'vitest';
import { ApiError, invalidRequest, isApiError } from './errors';

describe('errors', () => {
  it('are recognized by their brand, not by their class', () => {
    expect(isApiError(new ApiError('NOT_FOUND', 'x'))).toBe(true);
    expect(isApiError(new Error('x'))).toBe(false);
    expect(isApiError(null)).toBe(false);
    expect(isApiError({ [Symbol.for('farebox.ApiError')]: true })).toBe(true);
  });

  it('build the tree of details from the flat list', () => {
    const error = invalidRequest([
      { code: 'custom', path: ['messages', 0, 'content'], message: 'a' },
      { code: 'custom', path: ['messages', 0, 'content'], message: 'b' },
      { code: 'custom', path: [], message: 'c' },
    ]);
    expect(error.options.details).toEqual({
      _errors: ['c'],
      messages: { _errors: [], '0': { _errors: [], content: { _errors: ['a', 'b'] } } },
    });
  });

  it('survive hostile field names', () => {
    const error = invalidRequest([
      { code: 'custom', path: ['__proto__', 'constructor', '_errors'], message: 'x' },
      { code: 'custom', path: ['__proto__', 'constructor'], message: 'y' },
    ]);
    expect(Object.getPrototypeOf(error.options.details)).toBe(Object.prototype);
    expect(({} as Record<string, unknown>).constructor).toBe(Object);
  });
});
