import { describe, expect, it } from 'vitest';
import { columnDecimals, formatMoney } from './money-text';

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
    [0.01, '$0.0100'],
    [0.0123, '$0.0123'],
    [0.01235, '$0.0124'],
    [0.5, '$0.5000'],
    [0.999, '$0.9990'],
    [0.9997, '$0.9997'],
    [0.99995, '$1.0000'],
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

  it('shows the decimals that a column asks for, and never a charge as zero', () => {
    const shown = (amount: number) => formatMoney(amount, 'USD', { decimals: 4 });
    expect([0.5, 12, 0.00012, 0.00001, 0].map(shown)).toEqual(['$0.5000', '$12.0000', '$0.0001', '<$0.0001', '$0']);
    expect(formatMoney(0.00099, 'USD', { decimals: 2, down: true })).toBe('<$0.01');
    expect(formatMoney(1_234.5, 'DIEM', { decimals: 0 })).toBe('1,235 DIEM');
  });

  it('names DIEM', () => {
    expect(formatMoney(12.5, 'DIEM')).toBe('12.50 DIEM');
    expect(formatMoney(0, 'DIEM')).toBe('0 DIEM');
  });
});

describe('columnDecimals', () => {
  it('has room for the finest amount of a column', () => {
    expect(columnDecimals([3.2, 12])).toBe(2);
    expect(columnDecimals([3.2, 0.5])).toBe(4);
    expect(columnDecimals(['3.2', '0.000412'])).toBe(6);
    expect(columnDecimals([])).toBe(2);
    expect(columnDecimals([1n], { most: 4 })).toBe(4);
  });

  it('counts all digits of prices', () => {
    expect(columnDecimals([0.15, 0.6, 12], { exact: true })).toBe(2);
    expect(columnDecimals([0.15, 1.075], { exact: true })).toBe(3);
  });
});
