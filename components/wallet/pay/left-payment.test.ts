import { expect, it } from 'vitest';
import { SOLANA } from '@/lib/core/wallet';
import type { ConsolePayment } from '@/lib/x402/contract';
import { noticeOfLeft } from './left-payment';

const left: ConsolePayment = {
  ...{ id: '00000000-0000-4000-8000-000000000001', network: SOLANA, payer: 'someone', amountUsd: 12.5 },
  ...{ state: 'pending', transactionId: null, reason: null, createdAt: '2026-11-25T12:00:00.000Z', refunds: [] },
};
const other: ConsolePayment = { ...left, id: '00000000-0000-4000-8000-000000000002', state: 'failed' };

it.each([
  ['pending', 'Your payment of 12.50 USDC is still on its way.'],
  ['credited', 'Your earlier payment of 12.50 USDC went through. $12.50 of credit was added.'],
  ['failed', 'Solana did not carry out your earlier payment of 12.50 USDC. Nothing was paid.'],
] as const)('says that it is %s now', (state, words) => {
  const { kind, text } = noticeOfLeft(left, [other, { ...left, state }]);
  expect(kind).toBe('left');
  expect(text).toContain(words);
});

it('is as it was until the list has it', () => {
  expect(noticeOfLeft(left, undefined)).toEqual(noticeOfLeft(left, [other]));
});
