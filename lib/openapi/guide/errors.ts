import { jsonText } from '../../core/samples/literal';
import type { Guide, GuideContext } from './types';

const BODY = {
  error: 'Invalid request parameters: max_completion_tokens: Must be 1 or more',
  code: 'INVALID_REQUEST',
  issues: [{ code: 'too_small', path: ['max_completion_tokens'], message: 'Must be 1 or more' }],
};

const IN_STREAM = {
  error: { message: 'The model failed.', type: 'api_error', code: 'upstream_error', param: null },
};

/** Error formats, every code with what to do about it, and how to retry. */
export function errorsGuide({ pages }: GuideContext): Guide {
  return {
    slug: 'errors',
    title: 'Errors',
    summary:
      'Every error has a message for people and a code for programs. A request that fails before any output is not charged.',
    sections: [
      {
        id: 'layout',
        title: 'Error format',
        blocks: [
          { kind: 'code', label: 'Error body', code: jsonText(BODY) },
          {
            kind: 'text',
            text: '`error` is for people, `code` for programs. A 400 for invalid fields lists each one in `issues`, and again as a tree in `details`. The header `cf-ray` of every answer is the request ID: include it in support requests.',
          },
          {
            kind: 'text',
            text: 'In a stream, and for a prompt that is longer than the model’s context, the error is an object in OpenAI’s format:',
          },
          { kind: 'code', label: 'Error event in a stream', code: `data: ${JSON.stringify(IN_STREAM)}` },
          {
            kind: 'table',
            label: 'Error codes in a stream',
            head: ['Code', 'Type', 'What to do'],
            rows: [
              ['`model_overloaded`', '`server_error`', 'Wait `retry_after` seconds, then retry.'],
              ['`upstream_error`', '`api_error`', 'Retry. Output that was already sent is charged.'],
              ['`upstream_error`', '`invalid_request_error`', 'Fix the request: the provider refused it.'],
              ['`content_blocked_by_provider`', '`content_filter_error`', 'Change the request.'],
            ],
          },
        ],
      },
      {
        id: 'retry',
        title: 'When to retry',
        blocks: [
          {
            kind: 'list',
            items: [
              '**429 and 503**: wait `Retry-After` seconds, then retry.',
              '**500 and 504**: retry with exponential backoff: 1, 2, 4 seconds. With an `Idempotency-Key` nothing is charged twice.',
              '**400, 401, 402, 403, 404**: the same request will fail again. Fix it first.',
            ],
          },
          {
            kind: 'text',
            text: 'After more than 20 failed requests within 30 seconds, a key is blocked for 30 seconds with 429. Only these refusals have the headers `x-ratelimit-remaining` and `x-ratelimit-resets`.',
          },
        ],
      },
      {
        id: 'codes',
        title: 'All codes',
        blocks: [{ kind: 'table', label: 'Error codes', head: ['Status', 'Code', 'What to do'], rows: codesOf(pages) }],
      },
    ],
  };
}

/** Every code that an endpoint of the description may return, by status. */
function codesOf(pages: GuideContext['pages']): string[][] {
  const rows = new Map<string, { status: number; row: string[] }>();
  for (const page of pages) {
    for (const { status, codes } of page.kind === 'operation' ? page.operation.errors : []) {
      for (const { code, meaning } of codes) rows.set(code, { status, row: [String(status), `\`${code}\``, meaning] });
    }
  }
  return [...rows.values()].sort((left, right) => left.status - right.status).map(({ row }) => row);
}
