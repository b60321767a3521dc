import { describe, expect, it } from 'vitest';
import { ApiError, contextOverflow, type ErrorCode } from '../../core/errors';
import { z } from 'zod';
import { fromZodError, toStreamError } from './errors';

describe('an error frame of a stream', () => {
  it.each<[ErrorCode, string, string]>([
    ['MODEL_OVERLOADED', 'server_error', 'model_overloaded'],
    ['MODEL_AT_CAPACITY', 'server_error', 'model_overloaded'],
    ['CONTENT_POLICY_VIOLATION', 'content_filter_error', 'content_blocked_by_provider'],
    ['INFERENCE_FAILED', 'api_error', 'upstream_error'],
    ['INVALID_REQUEST', 'invalid_request_error', 'upstream_error'],
  ])('%s is %s, %s', (code, type, frameCode) => {
    expect(toStreamError(new ApiError(code, 'Words.'), 'r')).toEqual({
      error: { message: 'Words.', type, code: frameCode, param: null },
    });
  });

  it('says when to retry, if that is known', () => {
    const thrown = new ApiError('MODEL_OVERLOADED', 'Words.', { retryAfterSeconds: 7 });
    expect(toStreamError(thrown, 'r')).toMatchObject({ error: { retry_after: 7 } });
  });

  it('reveals nothing about a bug', () => {
    expect(toStreamError(new Error('secret'), 'r')).toEqual({
      error: { message: 'Something failed on our side.', type: 'api_error', code: 'upstream_error', param: null },
    });
  });
});

it('reports a context overflow within a stream in OpenAI’s layout', () => {
  expect(toStreamError(contextOverflow(), 'r')).toMatchObject({
    error: { code: 'context_length_exceeded', param: 'messages', type: 'invalid_request_error' },
  });
});

describe('a value that matches no member of a union', () => {
  const schema = z.object({ content: z.union([z.string(), z.array(z.object({ text: z.string().min(1) }))]) });
  const issuesOf = (content: unknown) => {
    const { error } = schema.safeParse({ content });
    return error && fromZodError(error, { content }).options.issues;
  };

  it('is reported at the path of the closest member', () => {
    expect(issuesOf([{ text: 'a' }, { text: '' }])).toEqual([
      expect.objectContaining({ code: 'too_small', minimum: 1, path: ['content', 1, 'text'] }),
    ]);
    expect(issuesOf([7])).toEqual([
      expect.objectContaining({ code: 'invalid_type', received: 'number', path: ['content', 0] }),
    ]);
  });

  it('is reported as a whole if no member is close', () => {
    expect(issuesOf(7)).toEqual([expect.objectContaining({ code: 'invalid_union', path: ['content'] })]);
  });

  it('is never reported more than fifty times', () => {
    expect(issuesOf(Array.from({ length: 1_000 }, () => 7))).toHaveLength(50);
  });
});

it('reports a value of the wrong type once, without a bound on its length', () => {
  const schema = z.object({ images: z.array(z.string()).max(3), name: z.string().min(2) });
  const input = { images: 'a text longer than three', name: 'n' };
  const { error } = schema.safeParse(input);
  expect(error && fromZodError(error, input).options.issues).toEqual([
    expect.objectContaining({ code: 'invalid_type', expected: 'array', received: 'string', path: ['images'] }),
    expect.objectContaining({ code: 'too_small', path: ['name'] }),
  ]);
});
