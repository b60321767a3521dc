import { describe, expect, it } from 'vitest';
import type { Field, Reference } from '../contract';
import { entriesOf } from './entries-of';
import { searchEntries } from './find-docs';

const field = (name: string, description: string, more: Partial<Field> = {}): Field => ({
  ...{ name, type: 'string', required: false, deprecated: false, description, notes: [], fields: [], isForm: false },
  ...more,
});
const LONG = `${'Something else is said first, at some length. '.repeat(6)}Then the hold is released, ${'and more. '.repeat(30)}`;
const PAGES: Reference['pages'] = [
  {
    ...{ kind: 'guide', slug: '', title: 'Quickstart', summary: 'From zero to your first answer.' },
    sections: [
      { id: 'key', title: '2. API `key`', blocks: [{ kind: 'text', text: 'Create a **key** on [Keys](/keys).' }] },
      {
        ...{ id: 'codes', title: 'All codes' },
        blocks: [
          {
            ...{ kind: 'table', label: 'Error codes', head: ['Status', 'Code', 'Meaning'] },
            rows: [['402', '`INSUFFICIENT_BALANCE`', 'Add credit.']],
          },
        ],
      },
      { id: 'hold', title: 'Holds', blocks: [{ kind: 'text', text: LONG }] },
    ],
  },
  {
    ...{
      kind: 'operation',
      slug: 'createChat',
      title: 'Chat completions',
      summary: 'Chat',
      detail: 'The next message.',
    },
    operation: {
      ...{ id: 'createChat', method: 'POST', path: '/chat/completions', retired: false, credential: 'a key' },
      ...{ needsCaller: true, paid: true, requests: [], parameters: [] },
      body: [
        field('top_p', 'Nucleus sampling.', { notes: ['0 to 1'] }),
        field('messages', 'The chat so far.', {
          fields: [
            field('role', 'Who wrote it.'),
            field('', '', { isForm: true, fields: [field('image_url', 'A picture.')] }),
          ],
        }),
        ...['a', 'b', 'c', 'd'].map((name) => field(`penalty_${name}`, 'A penalty.')),
      ],
      answer: null,
      headers: [{ name: 'cf-ray', description: 'The request ID.' }],
      errors: [{ status: 402, codes: [{ code: 'INSUFFICIENT_BALANCE', meaning: 'Add credit.' }] }],
    },
  },
];
const ENTRIES = entriesOf({ pages: PAGES });
const hrefs = (typed: string) => searchEntries(ENTRIES, typed).map(({ href }) => href);

describe('the search over the reference', () => {
  it.each([
    ['top_p', '/docs/createChat#body-top_p'],
    ['nucleus', '/docs/createChat#body-top_p'],
    ['ROLE', '/docs/createChat#body-messages-role'],
    ['image_url', '/docs/createChat#body-messages'],
    ['request id', '/docs/createChat#answer-headers'],
    ['insufficient', '/docs#codes'],
    ['/chat/completions', '/docs/createChat'],
    ['chat', '/docs/createChat'],
    ['quick', '/docs'],
    ['api key', '/docs#key'],
    ['released', '/docs#hold'],
    ['elease', '/docs#hold'],
  ])('finds %s at %s', (typed, href) => {
    expect(hrefs(typed)[0]).toBe(href);
  });

  it('needs every term, and has nothing for none', () => {
    expect(hrefs('nucleus picture')).toEqual([]);
    expect(hrefs('«»')).toEqual([]);
  });

  it('shows at most three parts of a page', () => {
    expect(hrefs('penalty')).toHaveLength(3);
  });

  it('shows a field that many pages have once', () => {
    const twice = entriesOf({ pages: [...PAGES, ...PAGES.slice(1).map((page) => ({ ...page, slug: 'other' }))] });
    expect(searchEntries(twice, 'nucleus').map(({ href }) => href)).toEqual(['/docs/createChat#body-top_p']);
  });

  it('shows plain text around what was found', () => {
    expect(searchEntries(ENTRIES, 'create key')[0]?.excerpt).toBe('Create a key on Keys.');
    const [hold] = searchEntries(ENTRIES, 'released');
    expect(hold?.excerpt).toMatch(/^… .*hold is released.* …$/);
    expect(hold?.excerpt.length).toBeLessThan(130);
    expect(hold).toMatchObject({ title: 'Quickstart', section: 'Holds' });
  });
});
