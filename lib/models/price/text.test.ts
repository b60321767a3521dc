import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatNanoUsd, MAX_PRICE_NANO_USD } from '../../core/money';
import type { TokenUsage } from '../../core/usage';
import { parsePrice, parsePricePerToken } from './amount';
import {
  affordableCompletionTokens,
  markUp,
  parsePricePair,
  readTextPrice,
  textBill,
  textMaximumNano,
  TextPriceLayout,
  textPricing,
  type TextPrice,
} from './text';
import { TextPricing } from './wire';

const PRICE: TextPrice = { inputNanoUsd: 150_000_000n, outputNanoUsd: 600_000_000n };

const LONG: TextPrice = {
  ...PRICE,
  cacheInputNanoUsd: 50_000_000n,
  extended: { contextTokenThreshold: 1_000, inputNanoUsd: 300_000_000n, outputNanoUsd: 900_000_000n },
};

const rate = fc.bigInt({ min: 0n, max: 1_000_000_000_000n });
const rates = { inputNanoUsd: rate, outputNanoUsd: rate, cacheInputNanoUsd: rate, cacheWriteNanoUsd: rate };
const price: fc.Arbitrary<TextPrice> = fc.record(
  {
    ...rates,
    extended: fc.record(
      { ...rates, contextTokenThreshold: fc.integer({ min: 1, max: 2_000_000 }) },
      { requiredKeys: ['contextTokenThreshold', 'inputNanoUsd', 'outputNanoUsd'] },
    ),
  },
  { requiredKeys: ['inputNanoUsd', 'outputNanoUsd'] },
);
const tokens = fc.nat({ max: 2_000_000 });
const usage: fc.Arbitrary<TokenUsage> = fc.record({
  promptTokens: tokens,
  completionTokens: tokens,
  cachedTokens: tokens,
  cacheWriteTokens: tokens,
});

/** A price and prompts around its threshold, where the rates change. */
const priceAndPrompt = price.chain((drawn) => {
  const threshold = drawn.extended?.contextTokenThreshold ?? 1;
  return fc.tuple(
    fc.constant(drawn),
    fc.oneof(tokens, fc.integer({ min: Math.max(0, threshold - 2), max: threshold + 2 })),
  );
});

describe('textBill', () => {
  it('prices each kind of token and rounds up once', () => {
    // 31 × 0.15 + 6 × 0.60 USD per million = 8,250 nano-USD.
    expect(textBill(PRICE, { promptTokens: 31, completionTokens: 6 }, false)).toEqual({
      costNano: 8_250n,
      lines: [
        { kind: 'input', units: 31, rateNano: 150_000_000n, costNano: 4_650n },
        { kind: 'output', units: 6, rateNano: 600_000_000n, costNano: 3_600n },
      ],
      estimated: false,
    });
  });

  it('adds the rounding to the largest line', () => {
    const odd: TextPrice = { inputNanoUsd: 1n, outputNanoUsd: 1_500_000n };
    const bill = textBill(odd, { promptTokens: 1, completionTokens: 1 }, true);
    expect(bill.costNano).toBe(2n);
    expect(bill.lines).toEqual([
      { kind: 'input', units: 1, rateNano: 1n, costNano: 0n },
      { kind: 'output', units: 1, rateNano: 1_500_000n, costNano: 2n },
    ]);
    expect(bill.estimated).toBe(true);
  });

  it('bills cached and written tokens at their own rates, as parts of the prompt', () => {
    const cached: TextPrice = { ...PRICE, cacheInputNanoUsd: 50_000_000n, cacheWriteNanoUsd: 200_000_000n };
    const usage = { promptTokens: 100, completionTokens: 0, cachedTokens: 60, cacheWriteTokens: 30 };
    expect(textBill(cached, usage, false).lines).toEqual([
      { kind: 'input', units: 10, rateNano: 150_000_000n, costNano: 1_500n },
      { kind: 'cache_input', units: 60, rateNano: 50_000_000n, costNano: 3_000n },
      { kind: 'cache_write', units: 30, rateNano: 200_000_000n, costNano: 6_000n },
    ]);
  });

  it('bills cached tokens as input if the model has no rate for them', () => {
    const usage = { promptTokens: 100, completionTokens: 0, cachedTokens: 60, cacheWriteTokens: 30 };
    expect(textBill(PRICE, usage, false).lines).toEqual([
      { kind: 'input', units: 100, rateNano: 150_000_000n, costNano: 15_000n },
    ]);
  });

  it('never bills more cached tokens than the prompt has', () => {
    const cached: TextPrice = { ...PRICE, cacheInputNanoUsd: 50_000_000n };
    const bill = textBill(cached, { promptTokens: 10, completionTokens: 0, cachedTokens: 99 }, false);
    expect(bill.lines).toEqual([{ kind: 'cache_input', units: 10, rateNano: 50_000_000n, costNano: 500n }]);
  });

  it('survives invalid usage', () => {
    expect(textBill(PRICE, { promptTokens: Number.NaN, completionTokens: -3 }, false)).toEqual({
      costNano: 0n,
      lines: [],
      estimated: false,
    });
  });

  it('compares each of several summed requests to the threshold, not their sum', () => {
    const rateOf = (promptTokens: number, requests: number) =>
      textBill(LONG, { promptTokens, completionTokens: 1, requests }, false).lines[0]?.rateNano;
    expect(rateOf(4_000, 4)).toBe(LONG.inputNanoUsd);
    expect(rateOf(4_004, 4)).toBe(LONG.extended?.inputNanoUsd);
  });

  it('bills a prompt above the threshold only at the extended rates', () => {
    const bill = (promptTokens: number) =>
      textBill(LONG, { promptTokens, completionTokens: 10, cachedTokens: 400 }, false).lines;
    expect(bill(1_000)).toEqual([
      { kind: 'input', units: 600, rateNano: 150_000_000n, costNano: 90_000n },
      { kind: 'cache_input', units: 400, rateNano: 50_000_000n, costNano: 20_000n },
      { kind: 'output', units: 10, rateNano: 600_000_000n, costNano: 6_000n },
    ]);
    // The extended rates have none for cached tokens: these cost as much as input.
    expect(bill(1_001)).toEqual([
      { kind: 'input', units: 1_001, rateNano: 300_000_000n, costNano: 300_300n },
      { kind: 'output', units: 10, rateNano: 900_000_000n, costNano: 9_000n },
    ]);
  });

  it('has lines that sum to the cost, which is their exact sum rounded up once', () => {
    fc.assert(
      fc.property(price, usage, (drawn, used) => {
        const { lines, costNano } = textBill(drawn, used, false);
        expect(lines.reduce((sum, line) => sum + line.costNano, 0n)).toBe(costNano);
        const exact = lines.reduce((sum, line) => sum + BigInt(line.units) * line.rateNano, 0n);
        expect(costNano).toBe((exact + 999_999n) / 1_000_000n);
        const units = (...kinds: string[]) =>
          lines.reduce((sum, line) => sum + (kinds.includes(line.kind) ? line.units : 0), 0);
        expect(units('input', 'cache_input', 'cache_write')).toBe(used.promptTokens);
        expect(units('output')).toBe(used.completionTokens);
      }),
    );
  });
});

describe('textMaximumNano', () => {
  it('covers every usage within it, even of a shorter prompt', () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(
        priceAndPrompt,
        tokens,
        usage,
        share,
        share,
        ([drawn, prompt], completion, used, ofPrompt, ofCompletion) => {
          const within = {
            ...used,
            promptTokens: Math.floor(prompt * ofPrompt),
            completionTokens: Math.floor(completion * ofCompletion),
          };
          const maximum = textMaximumNano(drawn, prompt, completion);
          expect(textBill(drawn, within, false).costNano <= maximum).toBe(true);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('can be reached: no hold is larger than necessary', () => {
    fc.assert(
      fc.property(priceAndPrompt, tokens, ([drawn, prompt], completion) => {
        const threshold = drawn.extended?.contextTokenThreshold ?? prompt;
        const costs = [prompt, Math.min(prompt, threshold)].flatMap((promptTokens) =>
          [{}, { cachedTokens: promptTokens }, { cacheWriteTokens: promptTokens }].map(
            (cache) => textBill(drawn, { promptTokens, completionTokens: completion, ...cache }, false).costNano,
          ),
        );
        const dearest = costs.reduce((best, cost) => (cost > best ? cost : best));
        expect(textMaximumNano(drawn, prompt, completion)).toBe(dearest);
      }),
    );
  });

  it('holds the regular rates if the extended ones are cheaper', () => {
    const cheaper: TextPrice = {
      ...PRICE,
      extended: { contextTokenThreshold: 1_000_000, inputNanoUsd: 1n, outputNanoUsd: 1n },
    };
    expect(textMaximumNano(cheaper, 1_000_001, 1_000_000)).toBe(750_000_000n);
    expect(affordableCompletionTokens(cheaper, 750_000_000n, 1_000_001)).toBe(1_000_000);
  });
});

describe('affordableCompletionTokens', () => {
  it('is the exact inverse of the maximum', () => {
    const held = fc.bigInt({ min: 0n, max: 5_000_000_000n });
    fc.assert(
      fc.property(priceAndPrompt, held, ([drawn, prompt], heldNano) => {
        const affordable = affordableCompletionTokens(drawn, heldNano, prompt);
        if (textMaximumNano(drawn, prompt, 0) > heldNano) {
          expect(affordable).toBe(0);
        } else {
          expect(textMaximumNano(drawn, prompt, affordable) <= heldNano).toBe(true);
          if (affordable < Number.MAX_SAFE_INTEGER) {
            expect(textMaximumNano(drawn, prompt, affordable + 1) > heldNano).toBe(true);
          }
        }
      }),
      { numRuns: 500 },
    );
  });

  it('is unlimited if output is free', () => {
    expect(affordableCompletionTokens({ inputNanoUsd: 1n, outputNanoUsd: 0n }, 1n, 1)).toBe(Number.MAX_SAFE_INTEGER);
  });

  it('counts the prompt at the highest rate', () => {
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

  it('reads every amount in valid notation', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: MAX_PRICE_NANO_USD }), (nano) => {
        expect(parsePrice(formatNanoUsd(nano))).toBe(nano);
        const digits = nano.toString().padStart(16, '0');
        expect(parsePricePerToken(`${digits.slice(0, -15)}.${digits.slice(-15)}`)).toBe(nano);
        expect(parsePricePerToken(`${nano % 1_000_000_000_000n}e-15`)).toBe(nano % 1_000_000_000_000n);
      }),
    );
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

  it('raises the extended rates too, but not the threshold', () => {
    expect(markUp(LONG, '2').extended).toEqual({
      contextTokenThreshold: 1_000,
      inputNanoUsd: 600_000_000n,
      outputNanoUsd: 1_800_000_000n,
    });
  });

  it('is monotone: a larger factor never makes anything cheaper', () => {
    const factor = fc.integer({ min: 1, max: 1_000_000 });
    fc.assert(
      fc.property(price, usage, factor, factor, (drawn, used, one, other) => {
        const costAt = (thousandths: number) =>
          textBill(markUp(drawn, (thousandths / 1_000).toFixed(3)), used, false).costNano;
        expect(costAt(Math.min(one, other)) <= costAt(Math.max(one, other))).toBe(true);
        expect(costAt(1_000)).toBe(textBill(drawn, used, false).costNano);
      }),
    );
  });

  it.each(['0', '', '-1', 'x', '1000.1'])('refuses the factor "%s"', (factor) => {
    expect(() => markUp(PRICE, factor)).toThrow(/PRICE_MARKUP/);
  });
});

describe('the layouts', () => {
  const entry = {
    input: '0.15',
    output: '0.60',
    cache_input: '0.05',
    extended: { above: 1_000, input: '0.30', output: '0.90' },
  };

  it('of the service file and the wire agree', () => {
    const read = readTextPrice(TextPriceLayout.parse(entry));
    expect(read).toEqual(LONG);
    const wire = textPricing(read);
    expect(TextPricing.parse(wire)).toEqual(wire);
    expect(wire).toEqual({
      input: { usd: 0.15, diem: 0.15 },
      output: { usd: 0.6, diem: 0.6 },
      cache_input: { usd: 0.05, diem: 0.05 },
      extended: { context_token_threshold: 1_000, input: { usd: 0.3, diem: 0.3 }, output: { usd: 0.9, diem: 0.9 } },
    });
  });

  it.each([
    { ...entry, extended: { ...entry.extended, above: 0 } },
    { ...entry, extended: { input: '1', output: '2' } },
    { ...entry, extended: { above: 1, input: '1' } },
    { ...entry, extended: { ...entry.extended, extended: entry.extended } },
    { ...entry, input: 0.15 },
    { ...entry, surcharge: '1' },
  ])('refuses %j', (wrong) => {
    expect(TextPriceLayout.safeParse(wrong).success).toBe(false);
  });
});
