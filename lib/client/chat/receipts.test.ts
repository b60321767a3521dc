import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fetchReceipt } from './receipts';

const PENDING = { status: 200, body: { requestId: 'aa-SVC', pending: true } };
const UNKNOWN = { status: 404, body: { error: 'You have no paid request with this ID.', code: 'NOT_FOUND' } };
const BOOKED = { status: 200, body: { requestId: 'aa-SVC', charged: '0.1' } };

const { fetch } = globalThis;
let answers: { status: number; body: object }[] = [];
let asked = 0;

beforeEach(() => {
  asked = 0;
  globalThis.fetch = () => {
    const { status, body } = answers[Math.min(asked, answers.length - 1)] ?? UNKNOWN;
    asked += 1;
    return Promise.resolve(Response.json(body, { status }));
  };
});
afterEach(() => {
  globalThis.fetch = fetch;
});

describe('fetchReceipt', () => {
  it('waits while the charge is pending', async () => {
    answers = [PENDING, PENDING, BOOKED];
    expect(await fetchReceipt('aa-SVC', [1, 1, 1])).toMatchObject({ charged: '0.1' });
    expect(asked).toBe(3);
  });

  it('reports a charge that never arrives', async () => {
    answers = [PENDING];
    expect(await fetchReceipt('aa-SVC', [1, 1])).toBe('pending');
    expect(asked).toBe(3);
  });

  it('accepts that the ledger has no charge', async () => {
    answers = [PENDING, UNKNOWN];
    expect(await fetchReceipt('aa-SVC', [1, 1, 1])).toBeNull();
    expect(asked).toBe(2);
  });

  it('throws failures that are not the ledger’s answer', async () => {
    answers = [{ status: 503, body: { error: 'Not ready.', code: 'NOT_READY' } }];
    await expect(fetchReceipt('aa-SVC', [1])).rejects.toMatchObject({ status: 503 });
    answers = [{ status: 404, body: {} }];
    await expect(fetchReceipt('aa-SVC', [1])).rejects.toMatchObject({ status: 404 });
  });
});
