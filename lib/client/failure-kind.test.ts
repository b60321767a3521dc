import { describe, expect, it } from 'vitest';
import { kindOfFailure, mayRetry } from './failure-kind';

describe('kindOfFailure', () => {
  it.each([
    ['OFFLINE', 0, 'offline'],
    ['SIGNED_OUT', 402, 'signed_out'],
    ['INSUFFICIENT_BALANCE', 402, 'out_of_credit'],
    ['SOMETHING_NEW', 402, 'out_of_credit'],
    ['RATE_LIMIT_EXCEEDED', 429, 'rate_limited'],
    ['MODEL_OVERLOADED', 429, 'busy'],
    ['MODEL_AT_CAPACITY', 503, 'busy'],
    ['NOT_READY', 503, 'not_ready'],
    ['MODEL_OFFLINE', 503, 'model_silent'],
    ['MODEL_NOT_FOUND', 404, 'model_gone'],
    ['UNKNOWN_ERROR', 410, 'model_gone'],
    ['context_length_exceeded', 400, 'too_long'],
    ['upstream_error', 200, 'broken_off'],
    ['model_overloaded', 200, 'busy'],
    ['INFERENCE_FAILED', 500, 'other'],
  ])('%s with status %i is %s', (code, status, kind) => {
    expect(kindOfFailure({ code, status })).toBe(kind);
  });
});

it('offers no retry for what stays refused', () => {
  for (const status of [400, 404, 413]) expect(mayRetry({ status })).toBe(false);
  for (const status of [0, 200, 402, 429, 500, 503]) expect(mayRetry({ status })).toBe(true);
});
