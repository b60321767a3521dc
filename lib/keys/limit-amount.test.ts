import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { usdNumber } from '../core/money';
import { exactNano, fourPlaces, MAX_LIMIT_NANO, toLimitNano } from './limit-amount';

describe('numbers to nano units', () => {
  it.each([
    [0, 0n],
    [-0, 0n],
    [5, 5_000_000_000n],
    [0.1, 100_000_000n],
    [0.3, 300_000_000n],
    [1e-7, 100n],
    [1.5e-7, 150n],
    [1e-9, 1n],
    [4.35, 4_350_000_000n],
    [1_234_567.890123456, 1_234_567_890_123_456n],
    [9_999_999_999, 9_999_999_999_000_000_000n],
    [1e21, 10n ** 30n],
    [1.5e21, 15n * 10n ** 29n],
  ])('reads %d exactly', (amount, nano) => expect(exactNano(amount)).toBe(nano));

  it.each([0.1 + 0.2, 1e-10, 1.5e-9, 5e-324, -1, -1e-7, Number.NaN, Infinity])('refuses %d', (amount) =>
    expect(exactNano(amount)).toBeNull(),
  );

  it('is exact for every amount with at most nine decimals, and converts back to the same number', () => {
    const decimal = fc
      .tuple(fc.integer({ min: 0, max: 9_999_999 }), fc.integer({ min: 0, max: 999_999_999 }))
      .map(([whole, nano]) => ({ text: `${whole}.${String(nano).padStart(9, '0')}`, whole, nano }))
      // Beyond fifteen digits a double cannot distinguish all decimal texts.
      .filter(
        ({ whole, nano }) => String(whole).length + String(nano).padStart(9, '0').replace(/0+$/, '').length <= 15,
      );
    fc.assert(
      fc.property(decimal, ({ text, whole, nano }) => {
        const exact = BigInt(whole) * 1_000_000_000n + BigInt(nano);
        expect(exactNano(Number(text))).toBe(exact);
        expect(usdNumber(exact)).toBe(Number(text));
      }),
      { numRuns: 2_000 },
    );
  });

  it('is exact or refused for every double', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 9_999_999_999, noNaN: true }), (amount) => {
        const nano = exactNano(amount);
        return nano === null ? !/^\d+(\.\d{1,9})?$/.test(String(amount)) : usdNumber(nano) === amount;
      }),
      { numRuns: 5_000 },
    );
  });

  it('is capped at the maximum of the column, and stays there when it is sent back', () => {
    expect(toLimitNano(9_999_999_999)).toBe(MAX_LIMIT_NANO);
    expect(toLimitNano(9_223_372_037)).toBe(MAX_LIMIT_NANO);
    expect(toLimitNano(9_223_372_036)).toBe(9_223_372_036_000_000_000n);
    expect(toLimitNano(usdNumber(MAX_LIMIT_NANO))).toBe(MAX_LIMIT_NANO);
  });
});

it.each([
  [0n, '0.0000'],
  [49_999n, '0.0000'],
  [50_000n, '0.0001'],
  [1_200_050_000n, '1.2001'],
  [1_200_049_999n, '1.2000'],
  [999_999_999n, '1.0000'],
  [9_223_372_036_854_775_807n, '9223372036.8548'],
])('writes %d nano with four places, half up: %s', (nano, text) => expect(fourPlaces(nano)).toBe(text));
