import { afterEach, describe, expect, it } from 'vitest';
import { isApiError } from '../core/errors';
import { clock } from '../platform/clock';
import { take } from './take';

const realNow = clock.now;
afterEach(() => {
  clock.now = realNow;
});

function refusalOf(subject: string): { message: string; wait: number | undefined } | null {
  try {
    take('signUp', subject);
    return null;
  } catch (error) {
    if (!isApiError(error)) throw error;
    return { message: `${error.status} ${error.message}`, wait: error.options.retryAfterSeconds };
  }
}

describe('taking from a limit', () => {
  it('lets the limit pass and then tells how long to wait, in words and in seconds', () => {
    clock.now = () => 3_600_000 * 50 + 60_000;
    for (let index = 0; index < 5; index += 1) expect(refusalOf('address:a')).toBeNull();
    expect(refusalOf('address:a')).toEqual({ message: '429 Too many attempts. Try again in 59 minutes.', wait: 3_540 });
    clock.now = () => 3_600_000 * 51 - 1;
    expect(refusalOf('address:a')).toEqual({ message: '429 Too many attempts. Try again in 1 second.', wait: 1 });
    expect(refusalOf('address:b')).toBeNull();
    clock.now = () => 3_600_000 * 51;
    expect(refusalOf('address:a')).toBeNull();
  });
});
