import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { database, type Database } from '../../platform/db';
import { processState } from '../../platform/process-state';
import { openTestDatabase } from '../../platform/testing/test-database';
import { CreateCharacter } from '../contract';
import { findCharacter } from '../find';
import { findCharacterPrompt } from './find-prompt';
import { createCharacter } from '../own/create';
import { deleteCharacter, updateCharacter } from '../own/update';
import { forgetPrompts } from './known-prompts';
import { makeReader, publishTestCharacter } from '../test-characters';

type Reader = Awaited<ReturnType<typeof makeReader>>;
let db: Database;
let ada: Reader;
let grace: Reader;
beforeEach(async () => {
  db = await openTestDatabase();
  forgetPrompts();
  ada = await makeReader('ada@example.com');
  grace = await makeReader('grace@example.com');
});
afterEach(async () => {
  vi.useRealTimers();
  await db.close();
});

const ask = (slug: string, reader: Reader) => findCharacterPrompt(slug, reader.caller.account.id);
const NOT_FOUND = { code: 'CHARACTER_NOT_FOUND', status: 404, message: expect.stringContaining('not found') };
const importsOf = async (slug: string) => (await findCharacter(slug, ada)).data.stats.imports;

it('finds a published character by slug and by id', async () => {
  const { slug, id } = await publishTestCharacter(ada, { name: 'Keeper', replacesServicePrompt: true });
  const prompt = { slug, prompt: 'You are Keeper.', replacesServicePrompt: true, webEnabled: false };
  expect(await ask(slug, grace)).toEqual(prompt);
  expect(await ask(id, grace)).toEqual(prompt);
});

it('does not find unknown characters, whatever their name', async () => {
  for (const name of ['nobody', '', 'UPPER', 'a--b', '../x', 'null\0', 'x'.repeat(10_000), crypto.randomUUID()]) {
    await expect(ask(name, grace), name.slice(0, 20)).rejects.toMatchObject(NOT_FOUND);
  }
});

it('keeps a draft private to its owner, in the cache too', async () => {
  const { data } = await createCharacter(CreateCharacter.parse({ name: 'Draft', prompt: 'Secret.' }), ada);
  expect((await ask(data.slug, ada)).prompt).toBe('Secret.');
  await expect(ask(data.slug, grace)).rejects.toMatchObject(NOT_FOUND);
  await expect(ask(data.id, grace)).rejects.toMatchObject(NOT_FOUND);
});

it('follows every edit at once', async () => {
  const { slug, id } = await publishTestCharacter(ada, { name: 'Keeper' });
  await ask(slug, grace);
  await updateCharacter(id, { prompt: 'Changed.' }, ada);
  expect((await ask(slug, grace)).prompt).toBe('Changed.');
  await updateCharacter(id, { published: false }, ada);
  await expect(ask(slug, grace)).rejects.toMatchObject(NOT_FOUND);
  await updateCharacter(id, { published: true }, ada);
  expect((await ask(slug, grace)).prompt).toBe('Changed.');
  await deleteCharacter(id, ada);
  await expect(ask(slug, grace)).rejects.toMatchObject(NOT_FOUND);
});

it('reads at most once in two seconds, and then sees changes of other processes', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const { slug, id } = await publishTestCharacter(ada, { name: 'Keeper' });
  expect((await ask(slug, grace)).prompt).toBe('You are Keeper.');
  await database().query('update "character" set prompt = $1 where id = $2', ['From elsewhere.', id]);
  vi.advanceTimersByTime(1_900);
  expect((await ask(slug, grace)).prompt).toBe('You are Keeper.');
  vi.advanceTimersByTime(200);
  expect((await ask(slug, grace)).prompt).toBe('From elsewhere.');
});

it('hides the characters of a blocked account', async () => {
  const { slug } = await publishTestCharacter(ada, { name: 'Keeper' });
  await database().query('update account set blocked_at = now() where id = $1', [ada.caller.account.id]);
  await expect(ask(slug, grace)).rejects.toMatchObject(NOT_FOUND);
});

it('counts an account once, however often it chats and however many chats run at once, but not the owner', async () => {
  const { slug } = await publishTestCharacter(ada, { name: 'Keeper' });
  const { slug: other } = await publishTestCharacter(ada, { name: 'Other' });
  const alan = await makeReader('alan@example.com');
  await Promise.all([
    ...Array.from({ length: 5 }, () => ask(slug, grace)),
    ask(slug, alan),
    ask(slug, ada),
    ask(other, alan),
  ]);
  await vi.waitFor(async () => expect([await importsOf(slug), await importsOf(other)]).toEqual([2, 1]));
  // As in another process, or after a restart: nothing is remembered.
  processState<{ counted: { clear: () => void } }>('characters.imports', () => ({
    counted: new Map(),
  })).counted.clear();
  await ask(slug, grace);
  const alone = await makeReader('last@example.com');
  await ask(slug, alone);
  await vi.waitFor(async () => expect(await importsOf(slug)).toBe(3));
  const rows = await database().query('select count(*)::int as rows from character_import');
  expect(rows).toEqual([{ rows: 4 }]);
});
