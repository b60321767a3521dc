import fc from 'fast-check';
import { expect, it } from 'vitest';
import { joinParts, maximumNano } from '../../../models/price/bill';
import { textParts } from '../../../models/price/text';
import { affordableInTwoCalls, CALL_TOKENS, twoCallsMaximumNano } from './two-calls';

const rate = fc.bigInt({ min: 0n, max: 100_000_000_000n });
const rates = fc.record({ inputNanoUsd: rate, outputNanoUsd: rate });
const threshold = fc.nat({ max: 20_000 });
const price = fc.oneof(
  rates,
  fc.tuple(rates, rates, threshold).map(([usual, more, contextTokenThreshold]) => ({
    ...usual,
    extended: { ...more, contextTokenThreshold },
  })),
);
const size = fc.nat({ max: 30_000 });
const prompts = fc.record({ asking: size, answering: size });

it('no two calls within the bounds cost more than the maximum', () => {
  fc.assert(
    fc.property(price, prompts, fc.integer({ min: 1, max: 5_000 }), fc.nat(), fc.nat(), (rated, most, tokens, a, b) => {
      const first = a % (tokens + 1);
      const second = b % (Math.min(tokens, tokens + CALL_TOKENS - first) + 1);
      const parts = joinParts([
        ...textParts(rated, { promptTokens: most.asking, completionTokens: first }),
        ...textParts(rated, { promptTokens: most.answering, completionTokens: second }),
      ]);
      expect(maximumNano(parts) <= twoCallsMaximumNano(rated, most, tokens)).toBe(true);
    }),
  );
});

it('what is affordable stays within the amount, and nothing more would', () => {
  fc.assert(
    fc.property(price, prompts, fc.bigInt({ min: 0n, max: 10_000_000n }), (rated, most, nano) => {
      const tokens = affordableInTwoCalls(rated, most, nano);
      if (tokens > 1e9) return;
      if (tokens > 0) expect(twoCallsMaximumNano(rated, most, tokens) <= nano).toBe(true);
      expect(twoCallsMaximumNano(rated, most, Math.max(tokens + 1, CALL_TOKENS)) > nano).toBe(true);
    }),
  );
});

it('parts of the same kind and rate are joined, others are not', () => {
  const rated = { inputNanoUsd: 1_000_000n, outputNanoUsd: 2_000_000n, cacheInputNanoUsd: 500_000n };
  const extended = { ...rated, extended: { ...rated, inputNanoUsd: 3_000_000n, contextTokenThreshold: 100 } };
  const parts = joinParts([
    ...textParts(extended, { promptTokens: 90, completionTokens: 4 }),
    ...textParts(extended, { promptTokens: 200, completionTokens: 5, cachedTokens: 50 }),
  ]).filter(({ units }) => units > 0);
  expect(parts.map(({ kind, units, rateNano }) => [kind, units, rateNano])).toEqual([
    ['input', 90, 1_000_000n],
    ['cache_input', 50, 500_000n],
    ['output', 9, 2_000_000n],
    ['input', 150, 3_000_000n],
  ]);
});
