import { describe, expect, it } from 'vitest';
import { apiFailure, offlineFailure } from '@/lib/client/failure';
import { readSendProblem } from './send-problem';

describe('keeps the payment, to be sent again', () => {
  it.each([
    [0, 'OFFLINE', 'unknown'],
    [401, 'SIGNED_OUT', 'signed_out'],
    [409, 'PAYMENT_IN_PROGRESS', 'in_progress'],
    [429, 'RATE_LIMIT_EXCEEDED', 'rate_limited'],
    [500, 'UNKNOWN_ERROR', 'unknown'],
    [502, 'UNKNOWN_ERROR', 'unknown'],
    [503, 'NOT_READY', 'unknown'],
    [503, 'X402_NOT_CONFIGURED', 'unknown'],
    [504, 'SETTLEMENT_TIMEOUT', 'unknown'],
  ])('%d %s', (status, code, kind) => {
    expect(readSendProblem(apiFailure({ status, code }))).toMatchObject({ isFinal: false, kind });
  });

  it('without an answer, or with an answer that cannot be read', () => {
    expect(readSendProblem(offlineFailure()).isFinal).toBe(false);
    expect(readSendProblem(new TypeError('Failed to fetch')).isFinal).toBe(false);
    expect(readSendProblem(apiFailure({ status: 200, code: 'UNREADABLE' })).isFinal).toBe(false);
  });
});

describe('ends the payment', () => {
  it.each([
    [400, 'UNSUPPORTED_NETWORK', /Reload/],
    [400, 'INVALID_PAYMENT_RECIPIENT', /Reload/],
    [400, 'INVALID_PAYMENT_PAYER', /another wallet/],
    [400, 'AMOUNT_TOO_LOW', /amount/],
    [400, 'INVALID_PAYMENT', /cannot|not a payment/],
    [402, 'SETTLEMENT_FAILED', /did not carry out/],
    [403, 'API_ACCESS_DISABLED', /blocked/],
    [409, 'CONFLICT', /another account before\. Nothing was added/],
  ])('%d %s', (status, code, words) => {
    const problem = readSendProblem(apiFailure({ status, code, message: code }));
    expect(problem).toMatchObject({ isFinal: true, kind: 'refused' });
    expect(problem.message).toMatch(words);
  });

  it('with the server’s own sentence where only it knows why', () => {
    const message = 'The wallet has less USDC than the payment.';
    const failure = apiFailure({ status: 400, code: 'PAYMENT_VERIFICATION_FAILED', message });
    expect(readSendProblem(failure)).toMatchObject({ isFinal: true, message: `Nothing was paid. ${message}` });
  });
});
