import type { Section } from '../contract';
import type { Guide, GuideContext } from './types';

/** Keys, and what each kind of them may do. */
export function authenticationGuide({ pages }: GuideContext): Guide {
  const operations = pages.flatMap((page) => (page.kind === 'operation' ? [page.operation] : []));
  return {
    slug: 'authentication',
    title: 'Authentication',
    summary: 'One header with a key; what a key may do depends on its type.',
    sections: [
      HEADER,
      TYPES,
      {
        id: 'endpoints',
        title: 'What each endpoint asks for',
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
    { kind: 'code', label: 'Authorization header', code: 'Authorization: Bearer $API_KEY' },
    {
      kind: 'text',
      text: 'A wrong, ended or expired key is refused with 401 `AUTHENTICATION_FAILED`. A request without any credential gets 402 with where to get one, in the body and in the header `payment-required`.',
    },
  ],
};

const TYPES: Section = {
  id: 'types',
  title: 'Types of keys',
  blocks: [
    {
      kind: 'list',
      items: [
        '**INFERENCE** calls models and spends. Give this one to applications.',
        '**ADMIN** also manages keys and reads the bills. Keep it to yourself.',
      ],
    },
    {
      kind: 'text',
      text: 'Each key may have a limit of what it spends per day, month or in all, an end, and a privacy setting that leaves out models which run elsewhere. Create and change keys under [Keys](/keys) or by [the API](/docs/createApiKey).',
    },
  ],
};

const BROWSER: Section = {
  id: 'browser',
  title: 'From a browser',
  blocks: [
    {
      kind: 'text',
      text: 'Pages of any origin may call the API with a key and read all its headers. A key in a page is everybody’s key: give it a small limit, or call from a server of yours. The session of the console counts on its own pages alone.',
    },
  ],
};
