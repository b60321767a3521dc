import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { database, openDatabase } from '../platform/db';
import { startPostgres, type TestPostgres } from '../platform/testing/test-postgres';
import { CreateCharacter, ListCharactersQuery, MAX_CHARACTERS_PER_ACCOUNT } from './contract';
import { findCharacter } from './find';
import { findCharacterPrompt } from './find-prompt';
import { listCharacters } from './list';
import { createCharacter } from './own/create';
import { rateCharacter, withdrawRating } from './review/rate';
import { STARTERS } from './starter';
import { syncServiceCharacters } from './sync-service-characters';
import { makeReader, publishTestCharacter } from './test-characters';

/** What one connection can never show: many at once, and PostgreSQL's own reading of the statements. */

type Reader = Awaited<ReturnType<typeof makeReader>>;
let server: TestPostgres;
let readers: Reader[];
let ada: Reader;
beforeAll(async () => {
  server = await startPostgres(['-c', 'fsync=off']);
  await openDatabase({ databaseUrl: server.url, dataDir: '/nowhere' });
  ada = await makeReader('ada@example.com');
  readers = [];
  for (let index = 0; index < 8; index += 1) readers.push(await makeReader(`reader-${index}@example.com`));
});
afterAll(async () => {
  await database().close();
  await server.stop();
});

it('puts the same characters in place from several processes at once', async () => {
  await Promise.all(Array.from({ length: 6 }, () => syncServiceCharacters()));
  const query = ListCharactersQuery.parse({
    tags: ['WORK'],
    search: 'text clear',
    modelId: [''],
    sortBy: 'highestRating',
  });
  expect((await listCharacters(query, ada)).data.map(({ slug }) => slug)).toEqual(['plain-words-editor']);
  const all = await listCharacters(ListCharactersQuery.parse({}), ada);
  expect(all.data.map(({ slug }) => slug)).toEqual(STARTERS.map(({ slug }) => slug));
});

it('keeps sums right under ratings, changes and withdrawals at once', async () => {
  const { id } = await publishTestCharacter(ada, { name: 'Keeper' });
  for (let round = 0; round < 5; round += 1) {
    await Promise.all(readers.map((reader, index) => rateCharacter(id, { rating: 1 + ((index + round) % 5) }, reader)));
    if (round % 2 === 0) await Promise.all(readers.slice(0, 4).map((reader) => withdrawRating(id, reader)));
  }
  const [sums] = await database().query(
    'select count(*)::int as count, sum(rating)::int as sum from character_review where character_id = $1',
    [id],
  );
  const { stats } = (await findCharacter(id, ada)).data;
  expect({ count: stats.ratingCount, sum: stats.ratingSum }).toEqual(sums);
  expect(stats.ratingCount).toBe(4);
});

it('counts each account once where it talks through many connections at once', async () => {
  const { slug } = await publishTestCharacter(ada, { name: 'Pilot' });
  const asked = readers.flatMap((reader) => [1, 2, 3].map(() => findCharacterPrompt(slug, reader.caller.account.id)));
  await Promise.all(asked);
  const imports = async () => (await findCharacter(slug, ada)).data.stats.imports;
  await vi.waitFor(async () => expect(await imports()).toBe(readers.length));
});

it('never lets an account have more than it may', async () => {
  const [reader] = readers as [Reader];
  const body = CreateCharacter.parse({ name: 'Many', prompt: 'p' });
  const made = Array.from({ length: MAX_CHARACTERS_PER_ACCOUNT + 20 }, () => createCharacter(body, reader));
  const outcomes = await Promise.allSettled(made);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(MAX_CHARACTERS_PER_ACCOUNT);
});
