import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { divideUp, formatNanoUsd, MAX_NANO_USD, parseUsd, usdNumber } from './money';

describe('money', () => {
  it.each([
    ['5', 5_000_000_000n],
    ['$5', 5_000_000_000n],
    ['5.00', 5_000_000_000n],
    ['5,00', 5_000_000_000n],
    ['0.000000001', 1n],
    [' 1.2 ', 1_200_000_000n],
  ])('reads %j', (text, nanoUsd) => expect(parseUsd(text)).toBe(nanoUsd));

  it.each(['', '-1', '1e3', '1.', '.5', '0.0000000001', '12345678901', '1,000.00', 'NaN', '٣'])('refuses %j', (text) =>
    expect(parseUsd(text)).toBeNull(),
  );

  it('writes what it reads', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: MAX_NANO_USD }), (nanoUsd) => parseUsd(formatNanoUsd(nanoUsd)) === nanoUsd),
    );
  });

  it('returns small amounts as exact numbers', () => {
    expect(usdNumber(12_300n)).toBe(0.0000123);
    expect(usdNumber(-70_000_000n)).toBe(-0.07);
    expect(usdNumber(0n)).toBe(0);
  });

  it('rounds up once', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 20n }),
        fc.bigInt({ min: 1n, max: 10n ** 9n }),
        (dividend, divisor) => {
          const quotient = divideUp(dividend, divisor);
          return quotient * divisor >= dividend && (quotient - 1n) * divisor < dividend;
        },
      ),
    );
  });
});
