import { describe, expect, it } from 'vitest';
import { jobFailureKind, jobFailureText, jobFailureTitle } from './failure-text';

const failure = {
  status: 500,
  code: 'INFERENCE_FAILED',
  message: 'No.',
  requestId: 'r',
  retryAfterSeconds: null,
  at: 0,
};
const charge = { requestId: 'r', cost: '0.03', currency: 'USD' as const, images: 1 };

it('distinguishes lost images from a request that is under way', () => {
  expect(jobFailureKind({ ...failure, status: 409, code: 'CONFLICT' })).toBe('lost');
  expect(jobFailureKind({ ...failure, status: 409, code: 'CONFLICT', retryAfterSeconds: 5 })).toBe('other');
  expect(jobFailureKind({ ...failure, status: 404, code: 'MODEL_NOT_FOUND' })).toBe('model_gone');
});

it('has a title for every kind', () => {
  expect(jobFailureTitle(failure)).toBe('The request failed');
  expect(jobFailureTitle({ ...failure, status: 503, code: 'MODEL_AT_CAPACITY' })).toBe('The model is busy');
  expect(jobFailureTitle({ ...failure, status: 503, code: 'MODEL_OFFLINE' })).toBe('The model is not responding');
  expect(jobFailureTitle({ ...failure, status: 409 })).toBe('These images could not be recovered');
});

describe('jobFailureText', () => {
  it.each([
    [500, 'INFERENCE_FAILED'],
    [404, 'MODEL_NOT_FOUND'],
    [401, 'SIGNED_OUT'],
    [200, 'model_overloaded'],
  ])('says that %s %s was not charged', (status, code) => {
    expect(jobFailureText({ ...failure, status, code }, null)).toMatch(/ Not charged\.$/);
  });

  it.each([
    [0, 'OFFLINE'],
    [0, 'UNKNOWN_ERROR'],
    [0, 'UNREADABLE'],
    [200, 'UNREADABLE'],
    [409, 'CONFLICT'],
  ])('claims nothing about the charge of %s %s until the ledger has said it', (status, code) => {
    const unclear = { ...failure, status, code };
    expect(jobFailureText(unclear, null)).not.toContain('Not charged');
    expect(jobFailureText(unclear, 'none')).toContain('Not charged.');
    expect(jobFailureText(unclear, charge)).toContain('$0.03 was charged');
  });

  it('says what is left without enough credit', () => {
    const poor = { ...failure, status: 402, code: 'INSUFFICIENT_BALANCE' };
    expect(jobFailureText(poor, null, '0.5')).toBe(
      'No. You have $0.5000. Top up, or choose a cheaper model. Not charged.',
    );
  });
});
