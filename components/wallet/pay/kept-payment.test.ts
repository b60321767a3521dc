import { expect, it } from 'vitest';
import { SOLANA } from '@/lib/core/wallet';
import { type KeptPayment, parseKept } from './kept-payment';

const kept: KeptPayment = { payment: 'abc', network: SOLANA, amountUsd: 25, payer: 'someone', signedAtMs: 5 };

it('reads what it has stored', () => {
  expect(parseKept(JSON.stringify(kept))).toEqual(kept);
});

it.each([
  null,
  '',
  'null',
  '[]',
  '{',
  JSON.stringify({ ...kept, network: 'eip155:1' }),
  JSON.stringify({ ...kept, payment: 5 }),
  JSON.stringify({ ...kept, amountUsd: '25' }),
])('reads nothing from %s', (text) => {
  expect(parseKept(text)).toBeNull();
});
