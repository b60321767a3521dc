import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { database, openDatabase } from '../platform/db';
import { startPostgres, type TestPostgres } from '../platform/testing/test-postgres';
import { CreateCharacter, ListCharactersQuery, MAX_CHARACTERS_PER_ACCOUNT } from './contract';
import { findCharacter } from './find';
import { findCharacterPrompt } from './prompt/find-prompt';
import { listCharacters } from './list';
import { createCharacter } from './own/create';
import { rateCharacter, withdrawRating } from './review/rate';
import { STARTERS } from './starter';
import { syncServiceCharacters } from './sync-service-characters';
import { makeReader, publishTestCharacter } from './test-characters';

/** What a single connection cannot show: concurrency, and PostgreSQL's own handling of the statements. */

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

it('syncs the same characters from several processes at once', async () => {
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

it('keeps sums correct under concurrent ratings and withdrawals', async () => {
  const { id } = await publishTestCharacter(ada, { name: 'Keeper' });
  const sumsOf = async () => {
    const { ratingCount, ratingSum } = (await findCharacter(id, ada)).data.stats;
    return [ratingCount, ratingSum];
  };
  for (let round = 0; round < 8; round += 1) {
    const ratings = readers.map((_, index) => 1 + ((index + round) % 5));
    await Promise.all(readers.map((reader, index) => rateCharacter(id, { rating: ratings[index] ?? 1 }, reader)));
    expect(await sumsOf()).toEqual([readers.length, ratings.reduce((sum, rating) => sum + rating)]);
    await Promise.all(readers.map((reader) => withdrawRating(id, reader)));
    expect(await sumsOf()).toEqual([0, 0]);
  }
});

it('counts each account once if it chats through many connections at once', async () => {
  const { slug } = await publishTestCharacter(ada, { name: 'Pilot' });
  const asked = readers.flatMap((reader) => [1, 2, 3].map(() => findCharacterPrompt(slug, reader.caller.account.id)));
  await Promise.all(asked);
  const imports = async () => (await findCharacter(slug, ada)).data.stats.imports;
  await vi.waitFor(async () => expect(await imports()).toBe(readers.length));
});

it('never lets an account exceed its limit', async () => {
  const [reader] = readers as [Reader];
  const body = CreateCharacter.parse({ name: 'Many', prompt: 'p' });
  const made = Array.from({ length: MAX_CHARACTERS_PER_ACCOUNT + 20 }, () => createCharacter(body, reader));
  const outcomes = await Promise.allSettled(made);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(MAX_CHARACTERS_PER_ACCOUNT);
});
