import { beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase } from '@/lib/platform/testing/test-database';
import { database } from '@/lib/platform/db';
import { closeAccount, removeRecordsOf } from '@/lib/profile/close-account';
import { exportSections } from '@/lib/profile/export-sections';
import { MAX_PROMPT_TEXT } from '@/lib/preferences/constants';
import { NO_PREFERENCES } from '@/lib/preferences/contract';
import { makePerson } from '@/lib/profile/test-person';
import { GET, PUT } from './route';

beforeAll(async () => {
  await openTestDatabase();
});

async function call(cookie: string, input?: object) {
  const request = new Request('http://localhost:3000/api/console/chat-preferences', {
    method: input ? 'PUT' : 'GET',
    headers: { host: 'localhost:3000', 'content-type': 'application/json', cookie },
    ...(input && { body: JSON.stringify(input) }),
  });
  const response = await (input ? PUT : GET)(request);
  return { status: response.status, body: await response.json() };
}

const withPrompt = (text: string) => ({
  ...NO_PREFERENCES,
  instructions: 'Answer in French.',
  prompts: [{ id: 'p', name: 'summary', text }],
});

describe('chat preferences', () => {
  it('are empty at first, and then what was put', async () => {
    const { cookie } = await makePerson('one@example.com');
    expect(await call(cookie)).toEqual({ status: 200, body: { revision: 0, preferences: NO_PREFERENCES } });
    const preferences = withPrompt('Sum up {{text}}.');
    const put = await call(cookie, { revision: 0, preferences });
    expect(put).toEqual({ status: 200, body: { revision: 1, preferences } });
    expect(await call(cookie)).toEqual(put);
    expect(await call(cookie, { revision: 1, preferences: NO_PREFERENCES })).toMatchObject({ body: { revision: 2 } });
  });

  it('keep every character that can be typed or pasted', async () => {
    const { cookie } = await makePerson('odd@example.com');
    const preferences = withPrompt('A \u0000 and \ud800 🙂.');
    expect(await call(cookie, { revision: 0, preferences })).toMatchObject({ status: 200 });
    expect(await call(cookie)).toMatchObject({ body: { preferences } });
  });

  it('of two changes at once keep the first, and the other is a conflict', async () => {
    const { cookie } = await makePerson('two@example.com');
    const changes = ['First.', 'Second.'].map((text) => call(cookie, { revision: 0, preferences: withPrompt(text) }));
    const statuses = (await Promise.all(changes)).map(({ status }) => status).sort();
    expect(statuses).toEqual([200, 409]);
    expect(await call(cookie, { revision: 0, preferences: NO_PREFERENCES })).toMatchObject({
      status: 409,
      body: { code: 'CONFLICT' },
    });
    expect(await call(cookie, { revision: 7, preferences: NO_PREFERENCES })).toMatchObject({ status: 409 });
    for (const revision of [2 ** 31, -1, 0.5])
      expect(await call(cookie, { revision, preferences: NO_PREFERENCES })).toMatchObject({ status: 400 });
    expect(await call(cookie, { revision: 2 ** 31 - 1, preferences: NO_PREFERENCES })).toMatchObject({ status: 409 });
    expect(await call(cookie)).toMatchObject({ body: { revision: 1 } });
  });

  it('that were never stored cannot be changed from a later revision', async () => {
    const { cookie } = await makePerson('none@example.com');
    expect(await call(cookie, { revision: 3, preferences: NO_PREFERENCES })).toMatchObject({ status: 409 });
    expect(await call(cookie)).toMatchObject({ body: { revision: 0 } });
  });

  it('of a newer version are kept where they are not known, read as far as they are, and never overwritten', async () => {
    const { cookie, account } = await makePerson('newer@example.com');
    const known = withPrompt('Sum up.');
    const [prompt] = known.prompts;
    const preset = { id: 's', name: 'Poet', settings: NO_PREFERENCES.defaults.settings };
    const newer = {
      ...known,
      memory: ['Lives in Paris'],
      prompts: [{ ...prompt, tags: ['work'] }],
      presets: [preset, { ...preset, id: 't', settings: { ...preset.settings, webSearch: 'deep' } }],
      defaults: 'none',
    };
    await call(cookie, { revision: 0, preferences: known });
    const stored = async () => {
      const sql = 'select preferences from chat_preferences where account_id = $1';
      const [row] = await database().query<{ preferences: string }>(sql, [account.id]);
      return JSON.parse(row?.preferences ?? '') as object;
    };
    await database().query('update chat_preferences set preferences = $2 where account_id = $1', [
      account.id,
      JSON.stringify(newer),
    ]);
    const readable = { ...known, presets: [preset] };
    expect(await call(cookie)).toEqual({ status: 200, body: { revision: 1, preferences: readable } });
    for (const change of [
      { prompts: [] },
      { presets: [] },
      { defaults: { ...NO_PREFERENCES.defaults, modelId: 'big' } },
    ]) {
      const put = await call(cookie, { revision: 1, preferences: { ...readable, ...change } });
      expect(put).toMatchObject({ status: 409, body: { error: expect.stringContaining('newer version') } });
    }
    expect(await stored()).toEqual(newer);
    const put = await call(cookie, {
      revision: 1,
      preferences: { ...readable, instructions: 'Be brief.', titles: true },
    });
    expect(put).toMatchObject({ status: 200, body: { revision: 2 } });
    expect(await stored()).toEqual({ ...newer, instructions: 'Be brief.', titles: true });
  });

  it('are those of the caller’s account only', async () => {
    const { cookie: one } = await makePerson('mine@example.com');
    const { cookie: other } = await makePerson('other@example.com');
    await call(one, { revision: 0, preferences: withPrompt('Mine.') });
    expect(await call(other)).toMatchObject({ body: { revision: 0, preferences: { prompts: [] } } });
  });

  it('are bounded, each member and all together', async () => {
    const { cookie } = await makePerson('much@example.com');
    const long = 'a'.repeat(MAX_PROMPT_TEXT);
    expect(await call(cookie, { revision: 0, preferences: withPrompt(`${long}a`) })).toMatchObject({ status: 400 });
    expect(await call(cookie, { revision: 0, preferences: withPrompt('') })).toMatchObject({ status: 400 });
    const prompts = Array.from({ length: 4 }, (_, at) => ({ id: String(at), name: `p${at}`, text: long }));
    expect(await call(cookie, { revision: 0, preferences: { ...NO_PREFERENCES, prompts } })).toMatchObject({
      status: 413,
    });
    expect(await call(cookie, { revision: 0, preferences: { ...NO_PREFERENCES, more: 1 } })).toMatchObject({
      status: 400,
    });
  });

  it('are part of the account’s export, and go with the account', async () => {
    const { cookie, account } = await makePerson('leaves@example.com');
    await call(cookie, { revision: 0, preferences: withPrompt('Sum up.') });
    const section = exportSections(account.id, Date.now() + 60_000).find(({ name }) => name === 'chatPreferences');
    const rows: object[] = [];
    for await (const page of section?.pages ?? []) rows.push(...page);
    expect(rows).toEqual([withPrompt('Sum up.')]);
    await database().transaction(async (within) => {
      await closeAccount(within, account.id);
      await removeRecordsOf(within, account.id);
    });
    const left = await database().query('select 1 from chat_preferences where account_id = $1', [account.id]);
    expect(left).toEqual([]);
  });
});
