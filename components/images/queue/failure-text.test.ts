import { expect, it } from 'vitest';
import { jobFailureKind, jobFailureText, jobFailureTitle } from './failure-text';

const failure = {
  status: 500,
  code: 'INFERENCE_FAILED',
  message: 'No.',
  requestId: 'r',
  retryAfterSeconds: null,
  at: 0,
};

it.each([
  [402, 'X', 'out_of_credit'],
  [402, 'INSUFFICIENT_BALANCE', 'out_of_credit'],
  [429, 'RATE_LIMIT_EXCEEDED', 'rate_limited'],
  [503, 'MODEL_AT_CAPACITY', 'rate_limited'],
  [404, 'MODEL_NOT_FOUND', 'model_gone'],
  [410, 'X', 'model_gone'],
  [409, 'CONFLICT', 'lost'],
  [0, 'OFFLINE', 'offline'],
  [401, 'SIGNED_OUT', 'signed_out'],
  [500, 'X', 'other'],
])('classifies %s %s as %s', (status, code, kind) => {
  expect(jobFailureKind({ status, code })).toBe(kind);
});

it('says that a failure was not charged, unless that is unknown', () => {
  expect(jobFailureText(failure)).toBe('No. Not charged.');
  expect(jobFailureText({ ...failure, code: 'OFFLINE', status: 0 })).not.toContain('Not charged');
  expect(jobFailureText({ ...failure, status: 409, code: 'CONFLICT' })).not.toContain('Not charged');
  expect(jobFailureTitle({ status: 503, code: 'MODEL_OFFLINE' })).toBe('The model is busy');
});
