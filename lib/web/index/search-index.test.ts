import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ApiError } from '../../core/errors';
import { newId } from '../../core/ids';
import { makeTestAccount } from '../../accounts/test-accounts';
import { database, type Database, openDatabase } from '../../platform/db';
import { openTestDatabase } from '../../platform/testing/test-database';
import { startPostgres, type TestPostgres } from '../../platform/testing/test-postgres';
import { type Embedder, installEmbedder } from './embedder';
import { putDocument } from './put-document';
import { searchIndex } from './search-index';
import { openSource } from './sources/open-source';
import { removeSource, removeSourcesOf } from './sources/remove-source';
import { testEmbedder } from './test-embedder';
import { fillVectors } from './vectors/fill-vectors';
import { dropVectors, loadVectors } from './vectors/vector-copy';

let server: TestPostgres;
beforeAll(async () => {
  server = await startPostgres(['-c', 'fsync=off']);
}, 120_000);
afterAll(() => server.stop());
afterEach(() => {
  installEmbedder(() => null);
  dropVectors();
});

const PAGES: Record<string, string> = {
  tides: '# Tides\n\nHigh water follows the moon. The tide table lists the hours of high water for each harbor.',
  ropes: '# Ropes\n\nA bowline is a knot that holds and never jams. Learn it before you sail.',
  weather: '# Weather\n\nA falling barometer warns of a storm. Reef early.\n\n## Fog\n\nSound the horn in fog.',
};

/** Makes vectors of subjects: what has none of them is near nothing. */
const topicEmbedder: Embedder = {
  id: 'topics',
  dimensions: 4,
  minCosine: 0.5,
  embed: (texts) =>
    Promise.resolve(
      texts.map((text) => {
        const at = [/tide|ocean/i, /knot/i, /fog/i].findIndex((topic) => topic.test(text));
        const vector = new Float32Array(4);
        vector[at < 0 ? 3 : at] = 1;
        // A passage without a subject and a query without one have nothing in common.
        if (at < 0 && text.includes('\n')) vector[3] = -1;
        return vector;
      }),
    ),
};

describe.each(['pglite', 'postgres'] as const)('the local index on %s', (kind) => {
  let opened: Database;
  let ada: string;
  let grace: string;
  beforeAll(async () => {
    opened =
      kind === 'pglite' ? await openTestDatabase() : await openDatabase({ databaseUrl: server.url, dataDir: '' });
    ada = (await makeTestAccount('ada@example.com')).id;
    grace = (await makeTestAccount('grace@example.com')).id;
    const sourceId = await openSource({ kind: 'site', target: 'https://sea.example/', ownerId: null });
    for (const [name, markdown] of Object.entries(PAGES)) {
      const outcome = await putDocument({
        sourceId,
        url: `https://sea.example/${name}`,
        title: name,
        markdown,
        date: '',
      });
      expect(outcome).toBe('added');
    }
  }, 60_000);
  afterAll(async () => {
    dropVectors();
    await opened.close();
  });

  const search = async (text: string, ownerId: string | null = ada, limit = 5) =>
    (await searchIndex({ text, accountId: ownerId ?? ada, ownerId, limit })).map(({ url }) => url.replace(/.*\//, ''));

  it('finds pages by all words, by some words, and by operators', async () => {
    expect(await search('high water')).toEqual(['tides']);
    expect((await search('which knot should I tie before a storm'))[0]).toBe('ropes');
    expect(await search('"falling barometer"')).toEqual(['weather']);
    expect(await search('water -tide')).toEqual([]);
    expect(await search('-tide')).toEqual([]);
    expect(await search('bowline or horn')).toEqual(expect.arrayContaining(['ropes', 'weather']));
  });

  it('returns whole results, and nothing for words that no page has', async () => {
    expect(await searchIndex({ text: 'barometer', accountId: ada, limit: 1 })).toEqual([
      {
        title: 'weather',
        url: 'https://sea.example/weather',
        content: expect.stringContaining('falling barometer'),
        date: '',
      },
    ]);
    expect(await search('zeppelin')).toEqual([]);
  });

  it.each(["'", '\\', '"', '\0', '%', '::', '!', '&|', '<->', '()', '\u{1f600}', 'a'.repeat(400), '-', '""', 'the'])(
    'takes %j as a query',
    async (text) => {
      expect(await search(text)).toEqual([]);
    },
  );

  it('replaces a changed page, and leaves an unchanged one alone', async () => {
    const sourceId = await openSource({ kind: 'site', target: 'https://land.example/', ownerId: null });
    const page = { sourceId, url: 'https://land.example/hills', title: 'Hills', date: '' };
    expect(await putDocument({ ...page, markdown: 'Granite everywhere.' })).toBe('added');
    expect(await putDocument({ ...page, markdown: 'Granite everywhere.' })).toBe('unchanged');
    expect(await putDocument({ ...page, markdown: 'Limestone everywhere.' })).toBe('changed');
    expect([await search('granite'), await search('limestone')]).toEqual([[], ['hills']]);
    expect(await removeSource('https://land.example/', null)).toBe(1);
    expect(await search('limestone')).toEqual([]);
    expect(await putDocument({ ...page, markdown: 'Too late.' })).toBe('gone');
  });

  it('shows an account’s own documents to that account alone, by words and by vectors', async () => {
    const sourceId = await openSource({ kind: 'folder', target: 'own', ownerId: ada });
    const url = 'https://own.example/diary';
    await putDocument({ sourceId, url, title: 'Diary', markdown: 'A secret lagoon.', date: '' });
    expect([await search('lagoon', ada), await search('lagoon', grace)]).toEqual([['diary'], []]);
    // A request of the account that may not search its documents.
    expect(await search('lagoon', null)).toEqual([]);
    installEmbedder(() => testEmbedder);
    await fillVectors();
    await loadVectors(testEmbedder);
    expect((await search('lagoon', ada))[0]).toBe('diary');
    expect(await search('lagoon', grace)).not.toContain('diary');
    expect(await search('lagoon', null)).not.toContain('diary');
    await database().transaction((tx) => removeSourcesOf(tx, ada));
    expect(await search('lagoon', ada)).not.toContain('diary');
  });

  it('finds by vectors what shares no word, and follows changes of another process', async () => {
    installEmbedder(() => testEmbedder);
    await fillVectors();
    await loadVectors(testEmbedder);
    // The embedder of tests compares letters, so a misspelled word is near the right one.
    expect((await search('barometter'))[0]).toBe('weather');
    const sourceId = await openSource({ kind: 'site', target: `https://${newId()}.example/`, ownerId: null });
    await putDocument({
      sourceId,
      url: 'https://new.example/anchor',
      title: 'Anchors',
      markdown: 'Anchorage',
      date: '',
    });
    expect(await fillVectors()).toBe(1);
    expect((await search('anchoragge'))[0]).toBe('anchor');
    // Each passage has one: short sections of a page are one passage.
    expect(await countOf('web_passage')).toBe(Object.keys(PAGES).length + 1);
    expect(await countOf('web_passage_vector')).toBe(Object.keys(PAGES).length + 1);
  });

  it('leaves out what shares no more than a word by chance and is not near by meaning', async () => {
    installEmbedder(() => topicEmbedder);
    await fillVectors();
    await loadVectors(topicEmbedder);
    expect(await search('zebra quantum pancake recipe')).toEqual([]);
    expect(await search('zebra quantum pancake recipe horn')).toEqual([]);
    expect(await search('ocean')).toEqual(['tides']);
    expect(await search('horn')).toEqual(['weather']);
    // Without a vector, one word is all that is known.
    const sourceId = await openSource({ kind: 'site', target: 'https://fresh.example/', ownerId: null });
    const page = { sourceId, url: 'https://fresh.example/zebra', title: 'Stripes', date: '' };
    await putDocument({ ...page, markdown: 'A zebra.' });
    expect(await search('what a zebra and a quantum pancake recipe have in common')).toEqual(['zebra']);
    await fillVectors();
    expect(await search('what a zebra and a quantum pancake recipe have in common')).toEqual([]);
    await removeSource('https://fresh.example/', null);
  });

  it('embeds queries for their account, before all else, and passages for one of their own, in the background', async () => {
    const calls: string[] = [];
    const embed: Embedder['embed'] = (texts, by) => (
      calls.push(`${by.rank} of ${by.account}`),
      testEmbedder.embed(texts, by)
    );
    installEmbedder(() => ({ ...testEmbedder, id: newId(), embed }));
    await fillVectors();
    expect(new Set(calls)).toEqual(new Set(['background of search-index']));
    calls.length = 0;
    await search('high water', grace);
    expect(calls).toEqual([`query of ${grace}`]);
  });

  it('leaves a passage without a vector that the embedder does not take, and embeds all others', async () => {
    const picky: Embedder = {
      ...testEmbedder,
      id: 'picky',
      embed: (texts, by) =>
        texts.some((text) => text.includes('Refused'))
          ? Promise.reject(new ApiError('INVALID_REQUEST', 'Too long'))
          : testEmbedder.embed(texts, by),
    };
    installEmbedder(() => picky);
    const sourceId = await openSource({ kind: 'site', target: 'https://picky.example/', ownerId: null });
    const text = { sourceId, markdown: 'A text.', date: '' };
    await putDocument({ ...text, url: 'https://picky.example/refused', title: 'Refused' });
    await putDocument({ ...text, url: 'https://picky.example/taken', title: 'Taken' });
    expect(await fillVectors()).toBeGreaterThan(1);
    const without = await database().query<{ heading: string }>(
      `select heading from web_passage p where not exists
        (select from web_passage_vector v where v.passage_id = p.id and v.model = 'picky')`,
    );
    expect(without).toEqual([{ heading: 'Refused' }]);
    expect(await fillVectors()).toBe(0);
    await removeSource('https://picky.example/', null);
  });

  it('works with words alone if the embedder fails, or does not answer', async () => {
    installEmbedder(() => ({ ...testEmbedder, embed: () => Promise.reject(new Error('out of memory')) }));
    expect(await search('high water')).toEqual(['tides']);
  });
});

async function countOf(table: 'web_passage' | 'web_passage_vector'): Promise<number> {
  const [row] = await database().query<{ count: bigint }>(`select count(*) as count from ${table}`);
  return Number(row?.count);
}
