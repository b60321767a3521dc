import { expect, it } from 'vitest';
import { coinText } from './coin-text';

it.each([
  ['1234567.5', 'USDC', 2, '1,234,567.50 USDC'],
  ['0', 'USDC', 2, '0.00 USDC'],
  ['12.345678', 'USDC', 2, '12.345678 USDC'],
  ['1', 'ETH', 0, '1 ETH'],
  ['0.000499999999999999', 'ETH', 0, '0.000499 ETH'],
  ['0.000000000000000016', 'ETH', 0, '<0.000001 ETH'],
])('shows %s %s with at least %i decimals', (balance, unit, least, text) => {
  expect(coinText(balance, unit, least)).toBe(text);
});
