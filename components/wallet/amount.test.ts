import { describe, expect, it } from 'vitest';
import { answersFor, microOf, readAmount, usdcText } from './amount';

describe('readAmount', () => {
  it.each([
    ['5', 5],
    [' $25 ', 25],
    ['12.5', 12.5],
    ['12,50', 12.5],
    ['19.99', 19.99],
    ['10000', 10_000],
    ['10,000', 10_000],
    ['1,250.50', 1_250.5],
    ['$ 1,250', 1_250],
  ])('reads %s', (typed, usd) => {
    expect(readAmount(typed)).toEqual({ usd, error: null });
  });

  it.each(['4.99', '0', '10000.01', '999999'])('refuses %s, which is out of bounds', (typed) => {
    expect(readAmount(typed).error).toBe('Enter 5 to 10,000 USD');
  });

  it.each(['1.234', '1,2345', '1,00,000', '10,0000', '5e2', '-5', 'ten', '5 USD'])(
    'does not guess what %s means',
    (typed) => {
      expect(readAmount(typed).error).toContain('at most two decimals');
    },
  );

  it('asks for an amount', () => {
    expect(readAmount('  ').error).toBe('Enter an amount');
  });
});

it.each([
  [5, '5000000'],
  [19.99, '19990000'],
  [10_000, '10000000000'],
  [5.01, '5010000'],
])('%d USD are %s millionths', (usd, micro) => {
  expect(microOf(usd)).toBe(micro);
});

it('shows whole cents', () => {
  expect(usdcText(1234.5)).toBe('1,234.50 USDC');
});

describe('answersFor', () => {
  it.each([
    [10, 0.000813, 12_000],
    [5, 0.4, 12],
    [5, 1, 5],
    [5, 6, null],
    [5, 0, null],
  ])('%d USD at %d each: %s', (usd, average, answers) => {
    expect(answersFor(usd, average)).toBe(answers);
  });
});
