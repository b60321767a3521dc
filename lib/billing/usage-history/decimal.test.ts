import fc from 'fast-check';
import { expect, it } from 'vitest';
import { shiftedDecimal } from './decimal';

it.each([
  [6, 6, '0.000006'],
  [0, 6, '0'],
  [1_000_000, 6, '1'],
  [1_500_000, 6, '1.5'],
  [600, 0, '600'],
  [12.345, 0, '12.345'],
  [0.1, 6, '0.0000001'],
  [1e-7, 0, '0.0000001'],
  [1.5e-7, 6, '0.00000000000015'],
  [1e21, 6, '1000000000000000'],
  [1.25e22, 0, '12500000000000000000000'],
  [-3, 1, '-0.3'],
])('%d shifted by %d places is %s', (value, places, text) => expect(shiftedDecimal(value, places)).toBe(text));

it('is plain decimal text that parses to the same number', () => {
  const units = fc.oneof(fc.nat(2 ** 52), fc.double({ min: 0, max: 1e12, noNaN: true, noDefaultInfinity: true }));
  fc.assert(
    fc.property(units, (value) => {
      expect(shiftedDecimal(value, 0)).toMatch(/^\d+(\.\d*[1-9])?$/);
      expect(Number(shiftedDecimal(value, 0))).toBe(Math.abs(value));
      expect(Number(`${shiftedDecimal(value, 6)}e6`)).toBe(Math.abs(value));
    }),
  );
});
