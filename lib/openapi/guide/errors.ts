import { jsonText } from '../../core/samples/literal';
import type { Guide, GuideContext } from './types';

const BODY = {
  error: 'Invalid request parameters: max_completion_tokens: Too small: expected number to be >=1',
  code: 'INVALID_REQUEST',
  issues: [{ code: 'too_small', path: ['max_completion_tokens'], message: 'Too small: expected number to be >=1' }],
};

const IN_STREAM = {
  error: { message: 'The model failed.', type: 'api_error', code: 'upstream_error', param: null },
};

/** The layouts of errors, every code with what to do, and how to retry. */
export function errorsGuide({ pages }: GuideContext): Guide {
  return {
    slug: 'errors',
    title: 'Errors',
    summary:
      'Every error has a text for people and a code for programs. A request that fails before any output is not charged.',
    sections: [
      {
        id: 'layout',
        title: 'What an error looks like',
        blocks: [
          { kind: 'code', label: 'Body of an error', code: jsonText(BODY) },
          {
            kind: 'text',
            text: '`error` is for people, `code` for programs. A 400 for wrong fields names each one in `issues`, and again as a tree in `details`. The header `cf-ray` of every answer is its id: keep it for questions.',
          },
          {
            kind: 'text',
            text: 'Within a stream, and for a prompt that is longer than the model’s context, the error is an object as OpenAI writes it:',
          },
          { kind: 'code', label: 'Event of an error in a stream', code: `data: ${JSON.stringify(IN_STREAM)}` },
          {
            kind: 'table',
            label: 'Codes of errors in a stream',
            head: ['Code', 'Type', 'What to do'],
            rows: [
              ['`model_overloaded`', '`server_error`', 'Wait `retry_after` seconds, then send it again.'],
              ['`upstream_error`', '`api_error`', 'Send it again; what was already put out is charged.'],
              ['`content_blocked_by_provider`', '`content_filter_error`', 'Change the request.'],
            ],
          },
        ],
      },
      {
        id: 'retry',
        title: 'When to try again',
        blocks: [
          {
            kind: 'list',
            items: [
              '**429 and 503**: wait `Retry-After` seconds, then send it again.',
              '**500 and 504**: try again at growing distances: 1, 2, 4 seconds. With an `Idempotency-Key` nothing is charged twice.',
              '**400, 401, 402, 403, 404**: the same request fails again: change it first.',
            ],
          },
          {
            kind: 'text',
            text: 'More than 20 failed requests of a key within 30 seconds close the door to it for 30 seconds, with 429. Only then the headers `x-ratelimit-remaining` and `x-ratelimit-resets` are sent.',
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

/** Every code that an endpoint of the description may answer with, by status. */
function codesOf(pages: GuideContext['pages']): string[][] {
  const rows = new Map<string, { status: number; row: string[] }>();
  for (const page of pages) {
    for (const { status, codes } of page.kind === 'operation' ? page.operation.errors : []) {
      for (const { code, meaning } of codes) rows.set(code, { status, row: [String(status), `\`${code}\``, meaning] });
    }
  }
  return [...rows.values()].sort((left, right) => left.status - right.status).map(({ row }) => row);
}
