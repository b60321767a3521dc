import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TextPrice } from './model';
import {
  affordableCompletionTokens,
  markUp,
  parsePrice,
  parsePricePair,
  parsePricePerToken,
  textBill,
  textMaximumNano,
} from './price';

const PRICE: TextPrice = { inputNanoUsd: 150_000_000n, outputNanoUsd: 600_000_000n };

const rate = fc.bigInt({ min: 0n, max: 1_000_000_000_000n });
const price: fc.Arbitrary<TextPrice> = fc.record(
  { inputNanoUsd: rate, outputNanoUsd: rate, cacheInputNanoUsd: rate, cacheWriteNanoUsd: rate },
  { requiredKeys: ['inputNanoUsd', 'outputNanoUsd'] },
);
const tokens = fc.nat({ max: 2_000_000 });

describe('textBill', () => {
  it('prices each kind of token and rounds up once', () => {
    // 31 × 0.15 + 6 × 0.60 USD per million = 8,250 nano-USD.
    expect(textBill(PRICE, { promptTokens: 31, completionTokens: 6 }, false)).toEqual({
      costNano: 8_250n,
      lines: [
        { kind: 'input', units: 31, costNano: 4_650n },
        { kind: 'output', units: 6, costNano: 3_600n },
      ],
      estimated: false,
    });
  });

  it('gives the rounding to the largest line', () => {
    const odd: TextPrice = { inputNanoUsd: 1n, outputNanoUsd: 1_500_000n };
    const bill = textBill(odd, { promptTokens: 1, completionTokens: 1 }, true);
    expect(bill.costNano).toBe(2n);
    expect(bill.lines).toEqual([
      { kind: 'input', units: 1, costNano: 0n },
      { kind: 'output', units: 1, costNano: 2n },
    ]);
    expect(bill.estimated).toBe(true);
  });

  it('bills cached and written tokens at their own rates, as parts of the prompt', () => {
    const cached: TextPrice = { ...PRICE, cacheInputNanoUsd: 50_000_000n, cacheWriteNanoUsd: 200_000_000n };
    const usage = { promptTokens: 100, completionTokens: 0, cachedTokens: 60, cacheWriteTokens: 30 };
    expect(textBill(cached, usage, false).lines).toEqual([
      { kind: 'input', units: 10, costNano: 1_500n },
      { kind: 'cache_input', units: 60, costNano: 3_000n },
      { kind: 'cache_write', units: 30, costNano: 6_000n },
    ]);
  });

  it('bills cached tokens as input where the model has no rate for them', () => {
    const usage = { promptTokens: 100, completionTokens: 0, cachedTokens: 60, cacheWriteTokens: 30 };
    expect(textBill(PRICE, usage, false).lines).toEqual([{ kind: 'input', units: 100, costNano: 15_000n }]);
  });

  it('never bills more cached tokens than the prompt has', () => {
    const cached: TextPrice = { ...PRICE, cacheInputNanoUsd: 50_000_000n };
    const bill = textBill(cached, { promptTokens: 10, completionTokens: 0, cachedTokens: 99 }, false);
    expect(bill.lines).toEqual([{ kind: 'cache_input', units: 10, costNano: 500n }]);
  });

  it('survives nonsense usage', () => {
    expect(textBill(PRICE, { promptTokens: Number.NaN, completionTokens: -3 }, false)).toEqual({
      costNano: 0n,
      lines: [],
      estimated: false,
    });
  });

  it('has lines that sum to the cost, and stays within the maximum', () => {
    fc.assert(
      fc.property(price, tokens, tokens, tokens, tokens, (rates, prompt, completion, cached, written) => {
        const bill = textBill(
          rates,
          { promptTokens: prompt, completionTokens: completion, cachedTokens: cached, cacheWriteTokens: written },
          false,
        );
        expect(bill.lines.reduce((sum, line) => sum + line.costNano, 0n)).toBe(bill.costNano);
        expect(bill.costNano <= textMaximumNano(rates, prompt, completion)).toBe(true);
      }),
    );
  });
});

describe('affordableCompletionTokens', () => {
  it('is the exact inverse of the maximum', () => {
    const held = fc.bigInt({ min: 0n, max: 5_000_000_000n });
    fc.assert(
      fc.property(price, held, tokens, (rates, heldNano, prompt) => {
        const affordable = affordableCompletionTokens(rates, heldNano, prompt);
        if (textMaximumNano(rates, prompt, 0) > heldNano) {
          expect(affordable).toBe(0);
        } else if (rates.outputNanoUsd === 0n) {
          expect(affordable).toBe(Number.MAX_SAFE_INTEGER);
        } else {
          expect(textMaximumNano(rates, prompt, affordable) <= heldNano).toBe(true);
          if (affordable < Number.MAX_SAFE_INTEGER) {
            expect(textMaximumNano(rates, prompt, affordable + 1) > heldNano).toBe(true);
          }
        }
      }),
    );
  });

  it('counts the prompt at the dearest rate', () => {
    const dearCache: TextPrice = { ...PRICE, cacheWriteNanoUsd: 300_000_000n };
    expect(textMaximumNano(dearCache, 1_000_000, 0)).toBe(300_000_000n);
    expect(affordableCompletionTokens(dearCache, 900_000_000n, 1_000_000)).toBe(1_000_000);
  });
});

describe('reading prices', () => {
  it.each([
    ['0.15', 150_000_000n],
    ['3', 3_000_000_000n],
    ['0', 0n],
    ['0.000000001', 1n],
    ['100000', 100_000_000_000_000n],
  ])('reads %s per million', (text, nano) => {
    expect(parsePrice(text)).toBe(nano);
  });

  it.each(['', '0,15', '-1', '.5', '1.', '1e3', '0.0000000001', '100000.1', '$1', ' 1'])('refuses "%s"', (text) => {
    expect(parsePrice(text)).toBeNull();
  });

  it.each([
    ['0.00000015', 150_000_000n],
    ['1.5e-7', 150_000_000n],
    ['0', 0n],
    ['0.0000000000000001', 1n],
    ['2E-6', 2_000_000_000n],
  ])('reads %s per token', (text, nano) => {
    expect(parsePricePerToken(text)).toBe(nano);
  });

  it.each(['-1', '', 'free', '1', '1e99'])('refuses "%s" per token', (text) => {
    expect(parsePricePerToken(text)).toBeNull();
  });

  it('reads a pair', () => {
    expect(parsePricePair('0.15/0.60')).toEqual(PRICE);
    for (const wrong of ['0.15', '0.15/0.60/1', '0.15/x', '/', '']) expect(parsePricePair(wrong)).toBeNull();
  });
});

describe('markUp', () => {
  it('raises every rate and rounds up', () => {
    const raised = markUp(
      { inputNanoUsd: 1n, outputNanoUsd: 100n, cacheInputNanoUsd: 10n, cacheWriteNanoUsd: 20n },
      '1.25',
    );
    expect(raised).toEqual({ inputNanoUsd: 2n, outputNanoUsd: 125n, cacheInputNanoUsd: 13n, cacheWriteNanoUsd: 25n });
    expect(markUp(PRICE, '1')).toEqual(PRICE);
  });

  it.each(['0', '', '-1', 'x', '1000.1'])('refuses the factor "%s"', (factor) => {
    expect(() => markUp(PRICE, factor)).toThrow(/PRICE_MARKUP/);
  });
});
