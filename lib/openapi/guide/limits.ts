import type { Guide, GuideContext } from './types';

/** Requests and tokens per minute, and the headers that report what is left. */
export function limitsGuide({ headers }: GuideContext): Guide {
  return {
    slug: 'rate-limits',
    title: 'Rate limits',
    summary: 'Requests and tokens per minute, for each account and model.',
    sections: [
      {
        id: 'how',
        title: 'How limits work',
        blocks: [
          {
            kind: 'text',
            text: 'Limits reset at the start of each clock minute. Each model belongs to a class with a number of requests and tokens per minute. Each variant of an image counts as a request. All requests without a model count together, and so do requests that fail before their model is known. [GET /api_keys/rate_limits](/docs/getApiKeysRateLimits) returns yours; [Limits](/limits) shows what is left right now.',
          },
          {
            kind: 'text',
            text: 'Above a limit the answer is 429 `RATE_LIMIT_EXCEEDED` with `Retry-After` in whole seconds. The official OpenAI packages wait and retry automatically.',
          },
          {
            kind: 'text',
            text: 'The number of requests that an account may have in progress at the same time, streams included, is limited too. One more gets a 429 that names the limit; wait for one of them to finish.',
          },
        ],
      },
      {
        id: 'headers',
        title: 'Rate limit headers',
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
