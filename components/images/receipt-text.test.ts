import { expect, it } from 'vitest';
import { receiptText } from './receipt-text';

const receipt = { requestId: 'r', cost: '0.006000000', currency: 'USD' as const, images: 1 };

it('says what an image cost', () => {
  expect(receiptText({ receipt, violation: false })).toBe('$0.006');
  const shared = { ...receipt, images: 3 };
  expect(receiptText({ receipt: shared, violation: false })).toBe('$0.002');
  expect(receiptText({ receipt: shared, violation: false, part: { at: 2, of: 3 } })).toBe('$0.002 · 2 of 3');
  expect(receiptText({ receipt: { ...receipt, cost: '0.5', currency: 'DIEM' }, violation: false })).toBe('0.50 DIEM');
});

it('never invents a charge', () => {
  expect(receiptText({ receipt: null, violation: false })).toBe('charge unknown');
  expect(receiptText({ receipt, violation: true })).toBe('not charged');
});
