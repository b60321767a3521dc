import { beforeEach, afterEach, expect, it, vi } from 'vitest';
import type { ServiceCharacter } from '../models/service-file/layout/characters';
import { database, type Database } from '../platform/db';
import { openTestDatabase } from '../platform/testing/test-database';
import { ListCharactersQuery } from './contract';
import { findCharacter } from './find';
import { findCharacterPrompt } from './prompt/find-prompt';
import { listCharacters } from './list';
import { rateCharacter } from './review/rate';
import { STARTERS } from './starter';
import { syncServiceCharacters } from './sync-service-characters';
import { makeReader, publishTestCharacter } from './test-characters';

let db: Database;
beforeEach(async () => {
  db = await openTestDatabase();
});
afterEach(() => db.close());

const entry = (slug: string, more: Partial<ServiceCharacter> = {}): ServiceCharacter => ({
  slug,
  name: slug.toUpperCase(),
  description: '',
  prompt: `You are ${slug}.`,
  tags: [],
  adult: false,
  featured: false,
  web_enabled: false,
  replaces_system_prompt: false,
  ...more,
});
const slugs = async (reader: Awaited<ReturnType<typeof makeReader>>) =>
  (await listCharacters(ListCharactersQuery.parse({}), reader)).data.map(({ slug }) => slug);

it('installs the starter set, in its order, if a file names no characters', async () => {
  const reader = await makeReader('ada@example.com');
  await syncServiceCharacters(undefined);
  await syncServiceCharacters(undefined);
  expect(await slugs(reader)).toEqual(STARTERS.map(({ slug }) => slug));
});

it('serves exactly those of the file; changed ones are updated, unchanged ones keep their time', async () => {
  const reader = await makeReader('ada@example.com');
  await syncServiceCharacters();
  await syncServiceCharacters([entry('a'), entry('b')]);
  expect(await slugs(reader)).toEqual(['a', 'b']);
  const before = (await findCharacter('a', reader)).data;
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 });
  try {
    await syncServiceCharacters([
      entry('a'),
      entry('b', {
        name: 'Bee',
        prompt: 'Hum.',
        tags: ['Sea'],
        model: 'm',
        photo_url: 'https://example.org/b.png',
        replaces_system_prompt: true,
      }),
    ]);
  } finally {
    vi.useRealTimers();
  }
  expect((await findCharacter('a', reader)).data).toEqual(before);
  const changed = (await findCharacter('b', reader)).data;
  expect(changed).toMatchObject({ name: 'Bee', tags: ['Sea'], modelId: 'm', photoUrl: 'https://example.org/b.png' });
  expect(Date.parse(changed.updatedAt)).toBeGreaterThan(Date.parse(before.updatedAt) + 50_000);
  expect(await findCharacterPrompt('b', reader.caller.account.id)).toEqual({
    slug: 'b',
    prompt: 'Hum.',
    replacesServicePrompt: true,
    webEnabled: false,
  });
});

it('hides a removed character and keeps its ratings until it comes back', async () => {
  const reader = await makeReader('ada@example.com');
  await syncServiceCharacters([entry('a'), entry('b')]);
  const { id } = (await findCharacter('a', reader)).data;
  await rateCharacter(id, { rating: 4 }, reader);
  await syncServiceCharacters([]);
  expect(await slugs(reader)).toEqual([]);
  await expect(findCharacter('a', reader)).rejects.toMatchObject({ code: 'CHARACTER_NOT_FOUND' });
  await expect(findCharacterPrompt('a', reader.caller.account.id)).rejects.toMatchObject({
    code: 'CHARACTER_NOT_FOUND',
  });
  await syncServiceCharacters([entry('a')]);
  expect((await findCharacter('a', reader)).data).toMatchObject({ id, stats: { ratingCount: 1, averageRating: 4 } });
});

it('leaves an account’s character alone, even if the file uses its slug', async () => {
  const reader = await makeReader('ada@example.com');
  const own = await publishTestCharacter(reader, { name: 'Keeper' });
  await database().query('update "character" set slug = $1 where id = $2', ['keeper', own.id]);
  await syncServiceCharacters([entry('keeper', { name: 'Other' }), entry('b')]);
  expect((await findCharacter('keeper', reader)).data).toMatchObject({ id: own.id, name: 'Keeper' });
  expect(await slugs(reader)).toEqual(expect.arrayContaining(['keeper', 'b']));
});
