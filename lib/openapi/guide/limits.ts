import type { Guide, GuideContext } from './types';

/** Requests and tokens per minute, and the headers that tell what is left. */
export function limitsGuide({ headers }: GuideContext): Guide {
  return {
    slug: 'rate-limits',
    title: 'Rate limits',
    summary: 'Requests and tokens per minute, counted for each account and model.',
    sections: [
      {
        id: 'how',
        title: 'How they count',
        blocks: [
          {
            kind: 'text',
            text: 'Minutes begin with the minute of the clock. Each model belongs to a class with so many requests and tokens in a minute. [GET /api_keys/rate_limits](/docs/getApiKeysRateLimits) tells yours, [Limits](/limits) shows what is left right now.',
          },
          {
            kind: 'text',
            text: 'Above a limit the answer is 429 `RATE_LIMIT_EXCEEDED` with `Retry-After`, whole seconds. The official packages wait and try again by themselves.',
          },
        ],
      },
      {
        id: 'headers',
        title: 'What answers tell',
        blocks: [{ kind: 'table', label: 'Rate limit headers', head: ['Header', 'Meaning'], rows: rowsOf(headers) }],
      },
    ],
  };
}

function rowsOf(headers: GuideContext['headers']): string[][] {
  return Object.entries(headers)
    .filter(([name]) => name.startsWith('x-ratelimit') || name === 'retry-after')
    .map(([name, { description }]) => [`\`${name}\``, description]);
}
