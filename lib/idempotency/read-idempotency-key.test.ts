import { describe, expect, it } from 'vitest';
import { readIdempotencyKey } from './read-idempotency-key';

describe('Idempotency-Key', () => {
  it('may be absent', () => expect(readIdempotencyKey(null)).toBeNull());

  it.each(['a', '!', '~', 'a-b_c:/\'"{}', 'x'.repeat(255)])('may be %s', (key) =>
    expect(readIdempotencyKey(key)).toBe(key),
  );

  it.each(['', ' ', 'a b', 'a\n', '\tx', 'é', 'a\u007f', '\0', 'x'.repeat(256)])('may not be %j', (key) => {
    const message =
      'Invalid request parameters: Idempotency-Key: Must be 1 to 255 visible ASCII characters, without spaces';
    expect(() => readIdempotencyKey(key)).toThrow(
      expect.objectContaining({
        code: 'INVALID_REQUEST',
        status: 400,
        message,
        options: expect.objectContaining({ issues: [expect.objectContaining({ path: ['Idempotency-Key'] })] }),
      }),
    );
  });
});
