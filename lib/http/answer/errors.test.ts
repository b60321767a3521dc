import { describe, expect, it } from 'vitest';
import { ApiError, type ErrorCode } from '../../core/errors';
import { toStreamError } from './errors';

describe('an error frame of a stream (contract 4.8)', () => {
  it.each<[ErrorCode, string, string]>([
    ['MODEL_OVERLOADED', 'server_error', 'model_overloaded'],
    ['MODEL_AT_CAPACITY', 'server_error', 'model_overloaded'],
    ['CONTENT_POLICY_VIOLATION', 'content_filter_error', 'content_blocked_by_provider'],
    ['INFERENCE_FAILED', 'api_error', 'upstream_error'],
    ['INVALID_REQUEST', 'invalid_request_error', 'upstream_error'],
  ])('%s is %s, %s', (code, type, word) => {
    expect(toStreamError(new ApiError(code, 'Words.'), 'r')).toEqual({
      error: { message: 'Words.', type, code: word, param: null },
    });
  });

  it('says when to come again, where that is known', () => {
    const thrown = new ApiError('MODEL_OVERLOADED', 'Words.', { retryAfterSeconds: 7 });
    expect(toStreamError(thrown, 'r')).toMatchObject({ error: { retry_after: 7 } });
  });

  it('tells nothing of a bug', () => {
    expect(toStreamError(new Error('secret'), 'r')).toEqual({
      error: { message: 'Something failed on our side.', type: 'api_error', code: 'upstream_error', param: null },
    });
  });
});
