import { describe, expect, it } from 'vitest';
import { formatMoney } from './money-text';

describe('formatMoney', () => {
  it.each([
    [0, '$0'],
    [0n, '$0'],
    ['0', '$0'],
    [-0, '$0'],
    [0.000412, '$0.000412'],
    [0.0000001, '$0.0000001'],
    [412_345n, '$0.000412345'],
    ['0.000412345', '$0.000412345'],
    [0.0099999, '$0.0099999'],
    [0.01, '$0.01'],
    [0.0123, '$0.0123'],
    [0.01235, '$0.0124'],
    [0.5, '$0.50'],
    [0.99995, '$1.00'],
    [1, '$1.00'],
    [3.2, '$3.20'],
    [3.005, '$3.01'],
    [-3.2, '−$3.20'],
    [999.999, '$1,000.00'],
    [1_234_567.89, '$1,234,567.89'],
    [9_999_999_999, '$9,999,999,999.00'],
  ])('formats %s as %s', (amount, text) => {
    expect(formatMoney(amount)).toBe(text);
  });

  it('never shows more than there is when truncating', () => {
    expect(formatMoney(0.99999, 'USD', { down: true })).toBe('$0.9999');
    expect(formatMoney(3.999, 'USD', { down: true })).toBe('$3.99');
  });

  it('shows every digit with `exact`', () => {
    expect(formatMoney(12.000000001, 'USD', { exact: true })).toBe('$12.000000001');
    expect(formatMoney(12, 'USD', { exact: true })).toBe('$12');
  });

  it('names DIEM', () => {
    expect(formatMoney(12.5, 'DIEM')).toBe('12.50 DIEM');
    expect(formatMoney(0, 'DIEM')).toBe('0 DIEM');
  });
});
