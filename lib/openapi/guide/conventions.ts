import type { Section } from '../contract';
import type { Guide, GuideContext } from './types';

/** What applies to all endpoints: versions, lists, requests, headers. */
export function conventionsGuide({ base, serviceId, headers }: GuideContext): Guide {
  const origin = new URL(base).origin;
  return {
    slug: 'conventions',
    title: 'Conventions',
    summary: 'Versions, pagination, requests, and response headers.',
    sections: [
      versions(serviceId),
      {
        id: 'description',
        title: 'API description',
        blocks: [
          {
            kind: 'list',
            items: [
              `[openapi.json](${base}/openapi.json): OpenAPI 3.1, generated from the schemas that validate requests.`,
              `[swagger.yaml](${origin}/doc/api/swagger.yaml): the same in YAML.`,
              `[llms.txt](${origin}/llms.txt): these pages for AI agents, each as Markdown; [llms-full.txt](${origin}/llms-full.txt) has all of them in one file.`,
            ],
          },
        ],
      },
      LISTS,
      REQUESTS,
      {
        id: 'headers',
        title: 'Response headers',
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
        text: `The version is part of the path: whatever works under \`/api/v1\` keeps working. New fields may be added to answers. The header \`x-${serviceId}-version\` and the API description contain the revision of the service, \`YYYYMMDD.HHMMSS\`.`,
      },
      {
        kind: 'text',
        text: `Model removals are announced in advance: answers have the header \`x-${serviceId}-model-deprecation-warning\` and one with the date, and \`GET /models\` has \`model_spec.deprecation\` with the replacement.`,
      },
    ],
  };
}

const LISTS: Section = {
  id: 'lists',
  title: 'Pagination',
  blocks: [
    {
      kind: 'table',
      label: 'Pagination by endpoint',
      head: ['Endpoint', 'How to get more'],
      rows: [
        ['[GET /characters](/docs/getCharacters)', '`limit` (1 to 100) and `offset`'],
        [
          '[GET /characters/{slug}/reviews](/docs/getCharactersReviews)',
          '`page` and `pageSize`; the body’s `pagination` and the headers `x-pagination-*` have the totals',
        ],
        [
          '[GET /billing/usage-history](/docs/getBillingUsageHistory)',
          'send `nextCursor` back as the only parameter, `cursor`; null means the end',
        ],
        ['All others', 'The whole list at once'],
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
        'Bodies are JSON with `Content-Type: application/json`: at most 35 MB for requests to models, 64 KB elsewhere.',
        'Unknown fields are ignored. In chat requests, some sampling settings that open-model servers support are passed on. Requests that create or update keys, and the query of `GET /billing/usage-history`, refuse unknown fields.',
        'Times are ISO 8601 in UTC; amounts are numbers in USD or DIEM.',
        'JSON answers of POST requests that spend credit are compressed if you send `Accept-Encoding`. Streams and CSV files are not.',
      ],
    },
  ],
};
