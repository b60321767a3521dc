import { expect, it } from 'vitest';
import { paidText } from './paid-text';

const paid = { requestId: 'r', tookMs: 420, at: 0 };

it('says what is known of the charge', () => {
  expect(paidText(paid)).toEqual(['0.42 s']);
  expect(paidText({ ...paid, cost: { amount: '0.01', currency: 'USD' } })).toEqual(['$0.01', '0.42 s']);
  expect(paidText({ ...paid, cost: { amount: '0.01', currency: 'DIEM' } })).toEqual(['0.01 DIEM', '0.42 s']);
  expect(paidText({ ...paid, cost: 'pending' })[0]).toBe('charge pending');
  expect(paidText({ ...paid, cost: 'free' })[0]).toBe('not charged');
});
