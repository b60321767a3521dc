import { expect, it } from 'vitest';
import { isApiError } from '../../core/errors';
import { makeMemoryShares, openLease } from '../../platform/sharing/memory-shares';
import { reserveAnswer } from './answer-memory';

const memory = () => makeMemoryShares({ perAccount: 120_000_000, all: 300_000_000 });
const whole = (maxTokens: number, choices = 1, top?: number) => ({
  isWhole: true,
  budget: { choices, maxTokens },
  call: { logprobs: top === undefined ? undefined : { top } },
});

it.each([
  ['an ordinary answer', whole(32_000), 0],
  ['a long answer', whole(100_000), 4_000_000],
  ['several long choices', whole(100_000, 3), 16_000_000],
  ['log probabilities', whole(8_192, 1, 20), 8_192 * (60 + 21 * 400) - 2_000_000],
  ['log probabilities of a few tokens', whole(100, 1, 20), 0],
])('counts the memory above 2 MB: %s', (_name, answer, bytes) => {
  const shares = memory();
  expect(reserveAnswer(openLease(shares, 'one'), answer)).toBe(bytes);
  expect(shares.bytes).toBe(bytes);
});

it('counts nothing for a stream', () => {
  const shares = memory();
  expect(reserveAnswer(openLease(shares, 'one'), { ...whole(8_192, 8, 20), isWhole: false })).toBe(0);
  expect(shares.bytes).toBe(0);
});

it('refuses an answer with 429 if the account has too little memory left, and with 400 if it could never fit', () => {
  const refused = (shares: ReturnType<typeof memory>, answer: ReturnType<typeof whole>): unknown => {
    try {
      return reserveAnswer(openLease(shares, 'one'), answer);
    } catch (thrown) {
      return isApiError(thrown) ? [thrown.status, thrown.message] : thrown;
    }
  };
  const shares = memory();
  reserveAnswer(openLease(shares, 'one'), whole(8_192, 1, 20));
  expect(refused(shares, whole(8_192, 1, 20))).toEqual([429, expect.stringContaining('use too much memory at once')]);
  expect(refused(shares, whole(100, 1, 20))).toBe(0);
  expect(refused(memory(), whole(8_192, 2, 20))).toEqual([
    400,
    'Invalid request parameters: max_completion_tokens: A non-streaming answer may have at most 14420 tokens with 20 alternatives each in total over all choices',
  ]);
  expect(refused(memory(), whole(14_420, 1, 20))).toBeGreaterThan(0);
  expect(refused(memory(), whole(14_421, 1, 20))).toEqual([400, expect.any(String)]);
});
