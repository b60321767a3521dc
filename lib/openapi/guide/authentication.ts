import { KEY_VARIABLE } from '../../core/samples/request';
import type { Section } from '../contract';
import type { Guide, GuideContext } from './types';

/** API keys, and what each type of key may do. */
export function authenticationGuide({ pages }: GuideContext): Guide {
  const operations = pages.flatMap((page) => (page.kind === 'operation' ? [page.operation] : []));
  return {
    slug: 'authentication',
    title: 'Authentication',
    summary: 'Send your API key in one header. What a key may do depends on its type.',
    sections: [
      HEADER,
      TYPES,
      {
        id: 'endpoints',
        title: 'Credentials by endpoint',
        blocks: [
          {
            kind: 'table',
            label: 'Credentials by endpoint',
            head: ['Endpoint', 'Credential'],
            rows: operations
              .filter(({ retired }) => !retired)
              .map(({ id, method, path, credential }) => [`[${method} ${path}](/docs/${id})`, credential]),
          },
        ],
      },
      BROWSER,
    ],
  };
}

const HEADER: Section = {
  id: 'header',
  title: 'The header',
  blocks: [
    { kind: 'code', label: 'Authorization header', code: `Authorization: Bearer $${KEY_VARIABLE}` },
    {
      kind: 'text',
      text: 'An unknown, revoked, or expired key is refused with 401 `AUTHENTICATION_FAILED`. A request without a credential is refused with 402; the body and the header `payment-required` say where to get one. A wallet needs no key: see [Wallets](/docs/wallets).',
    },
  ],
};

const TYPES: Section = {
  id: 'types',
  title: 'Key types',
  blocks: [
    {
      kind: 'list',
      items: [
        '**INFERENCE** keys call models and spend credit. Use them in applications.',
        '**ADMIN** keys also manage keys and view billing. Keep them private.',
      ],
    },
    {
      kind: 'text',
      text: 'Each key can have a spending limit per day, per month, or in total, an expiry date, and a privacy setting that excludes models run by third parties. Create and update keys under [Keys](/keys) or with [the API](/docs/createApiKey).',
    },
  ],
};

const BROWSER: Section = {
  id: 'browser',
  title: 'From a browser',
  blocks: [
    {
      kind: 'text',
      text: 'Web pages of any origin can call the API with a key and read all response headers. Anyone can read a key in a web page: give it a small limit, or call from your server instead. The console session only works on the console’s own pages.',
    },
  ],
};
