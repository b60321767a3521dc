import { describe, expect, it } from 'vitest';
import { jobFailureCost, jobFailureKind, jobFailureText, jobFailureTitle } from './failure-text';

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

describe('jobFailureCost', () => {
  it.each([
    [500, 'INFERENCE_FAILED'],
    [404, 'MODEL_NOT_FOUND'],
    [401, 'SIGNED_OUT'],
    [200, 'model_overloaded'],
    [402, 'INSUFFICIENT_BALANCE'],
  ])('says that %s %s was not charged', (status, code) => {
    expect(jobFailureCost({ ...failure, status, code }, null)).toBe('Not charged.');
  });

  it.each([
    [0, 'OFFLINE'],
    [0, 'UNKNOWN_ERROR'],
    [0, 'UNREADABLE'],
    [200, 'UNREADABLE'],
    [409, 'CONFLICT'],
  ])('claims nothing about the charge of %s %s until the ledger has said it', (status, code) => {
    const unclear = { ...failure, status, code };
    expect(jobFailureCost(unclear, null)).toBe('');
    expect(jobFailureCost(unclear, 'none')).toBe('Not charged.');
    expect(jobFailureCost(unclear, charge)).toContain('$0.03 was charged');
  });
});

describe('jobFailureText', () => {
  it('says what is left without enough credit', () => {
    const poor = { ...failure, status: 402, code: 'INSUFFICIENT_BALANCE' };
    expect(jobFailureText(poor, '0.5')).toBe('No. You have $0.5000. Top up, or choose a cheaper model.');
  });

  it.each([
    ['Invalid request parameters: prompt: Use fewer words.', 'Use fewer words.'],
    ['Invalid request parameters: Use fewer words.', 'Use fewer words.'],
    ['Invalid request parameters: cfg_scale: Must be at most 20', 'Cfg scale: Must be at most 20'],
    ['The model is resting.', 'The model is resting.'],
  ])('shows “%s” without the wording of the API', (message, shown) => {
    expect(jobFailureText({ ...failure, status: 400, code: 'INVALID_REQUEST', message })).toBe(shown);
  });
});
