import type { Section } from '../contract';
import type { Guide, GuideContext } from './types';

/** What holds for all endpoints: versions, lists, names, headers. */
export function conventionsGuide({ base, serviceId, headers }: GuideContext): Guide {
  const origin = new URL(base).origin;
  return {
    slug: 'conventions',
    title: 'Conventions',
    summary: 'Versions, pages of lists, headers of answers.',
    sections: [
      versions(serviceId),
      {
        id: 'description',
        title: 'The description',
        blocks: [
          {
            kind: 'list',
            items: [
              `[openapi.json](${base}/openapi.json): OpenAPI 3.1, made of the very schemas that check requests.`,
              `[swagger.yaml](${origin}/doc/api/swagger.yaml): the same as YAML.`,
              `[llms.txt](${origin}/llms.txt): these pages for agents, each as Markdown; [llms-full.txt](${origin}/llms-full.txt) has all of them in one.`,
            ],
          },
        ],
      },
      LISTS,
      REQUESTS,
      {
        id: 'headers',
        title: 'Headers of answers',
        blocks: [
          {
            kind: 'table',
            label: 'Response headers',
            head: ['Header', 'Meaning'],
            rows: Object.entries(headers).map(([name, { description }]) => [`\`${name}\``, description]),
          },
        ],
      },
    ],
  };
}

function versions(serviceId: string): Section {
  return {
    id: 'versions',
    title: 'Versions',
    blocks: [
      {
        kind: 'text',
        text: `The path has the version: what works under \`/api/v1\` goes on working. Members may be added to answers. The header \`x-${serviceId}-version\` and the description name the revision of the service, \`YYYYMMDD.HHMMSS\`.`,
      },
      {
        kind: 'text',
        text: `Models that will be removed are announced: answers carry \`x-${serviceId}-model-deprecation-warning\` and the date, \`GET /models\` has \`model_spec.deprecation\` with what replaces them.`,
      },
    ],
  };
}

const LISTS: Section = {
  id: 'lists',
  title: 'Pages of lists',
  blocks: [
    {
      kind: 'table',
      label: 'Pagination by endpoint',
      head: ['Endpoint', 'How to read on'],
      rows: [
        ['[GET /characters](/docs/getCharacters)', '`limit` (1 to 100) and `offset`'],
        [
          '[GET /characters/{slug}/reviews](/docs/getCharactersReviews)',
          '`page` and `pageSize`; the body’s `pagination` and the headers `x-pagination-*` tell how many there are',
        ],
        [
          '[GET /billing/usage-history](/docs/getBillingUsageHistory)',
          'send `nextCursor` back as `cursor`, alone; null is the end',
        ],
        ['all others', 'the whole list at once'],
      ],
    },
  ],
};

const REQUESTS: Section = {
  id: 'requests',
  title: 'Requests',
  blocks: [
    {
      kind: 'list',
      items: [
        'Bodies are JSON with `Content-Type: application/json`, at most 35 MB.',
        'Unknown fields are passed over where calls go to a model, and refused where keys are made.',
        'Times are ISO 8601 in UTC; amounts are numbers in USD or DIEM.',
        'Whole answers are compressed for those who send `Accept-Encoding`.',
      ],
    },
  ],
};
