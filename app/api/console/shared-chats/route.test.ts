import { beforeAll, describe, expect, it } from 'vitest';
import { makeTestAccount, makeTestCookie } from '@/lib/accounts/test-accounts';
import { randomHex } from '@/lib/core/ids';
import { database } from '@/lib/platform/db';
import { openTestDatabase } from '@/lib/platform/testing/test-database';
import { closeAccount, removeRecordsOf } from '@/lib/profile/close-account';
import { exportSections } from '@/lib/profile/export-sections';
import { MAX_SHARED_BYTES, MAX_SHARED_BYTES_IN_ALL, MAX_SHARED_CHATS } from '@/lib/shared-chats/constants';
import type { ListedSharedChat, PutSharedChat, SharedChatList } from '@/lib/shared-chats/contract';
import { moveSharedChats } from '@/lib/shared-chats/move';
import { DELETE, GET as READ } from './[id]/route';
import { DELETE as STOP, GET, PUT } from './route';

beforeAll(async () => {
  await openTestDatabase();
});

const CREDIT = 1_000_000_000n;
const ADDRESS = 'http://localhost:3000/api/console/shared-chats';
const CHAT: PutSharedChat = {
  chatId: 'one',
  title: 'Fares',
  messages: [
    { role: 'user', text: 'What is a fare?', files: ['fares.pdf'] },
    {
      role: 'assistant',
      text: 'A price. [1]',
      model: 'Demo',
      citations: [{ title: 'Fares', url: 'https://example.com' }],
    },
  ],
};

/** A new account with credit, and its session. */
async function person(name: string): Promise<{ id: string; cookie: string }> {
  const account = await makeTestAccount(`${name}@example.com`, CREDIT);
  return { id: account.id, cookie: await makeTestCookie(account) };
}

async function call(
  path: string,
  { method = 'GET', cookie, body }: { method?: string; cookie?: string; body?: object },
) {
  const request = new Request(`${ADDRESS}${path}`, {
    method,
    headers: { host: 'localhost:3000', 'content-type': 'application/json', ...(cookie && { cookie }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const run = path === '' || path.startsWith('?') ? { GET, PUT, DELETE: STOP }[method] : { GET: READ, DELETE }[method];
  const response = await run?.(request, { params: Promise.resolve({ id: path.slice(1) }) });
  return { status: response?.status, body: await response?.json() };
}

const read = (id: string) => call(`/${id}`, {});
async function share(cookie: string, body: object = CHAT): Promise<ListedSharedChat> {
  const answer = await call('', { method: 'PUT', cookie, body });
  expect(answer.status).toBe(200);
  return answer.body as ListedSharedChat;
}

describe('a shared chat', () => {
  it('is read by anyone with its link, without whose it is', async () => {
    const { cookie } = await person('one');
    const { id, updatedAt } = await share(cookie);
    expect(id).toMatch(/^[0-9a-f]{32}$/);
    expect(await read(id)).toEqual({
      status: 200,
      body: { title: 'Fares', updatedAt, messages: CHAT.messages },
    });
    for (const unknown of [randomHex(16), 'one', `${id}0`, `${id.slice(0, -1)}%`]) {
      expect(await read(unknown)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
    }
  });

  it('is only shared by its account, which alone lists it and stops sharing it', async () => {
    const [ada, grace] = [await person('ada'), await person('grace')];
    const { id } = await share(ada.cookie);
    // The same ID of another browser's chat is another chat.
    const other = await share(grace.cookie, { ...CHAT, title: 'Mine' });
    expect(other.id).not.toBe(id);
    const listOf = async (cookie: string) => ((await call('', { cookie })).body as SharedChatList).data;
    expect((await listOf(ada.cookie)).map((chat) => [chat.id, chat.title])).toEqual([[id, 'Fares']]);
    expect((await listOf(grace.cookie)).map((chat) => chat.id)).toEqual([other.id]);
    expect(await call(`/${id}`, { method: 'DELETE', cookie: grace.cookie })).toMatchObject({ status: 404 });
    expect(await call(`/${id}`, { method: 'DELETE' })).toMatchObject({ status: 401 });
    expect(await read(id)).toMatchObject({ status: 200 });
    expect(await call(`/${id}`, { method: 'DELETE', cookie: ada.cookie })).toMatchObject({ status: 200 });
    expect(await read(id)).toMatchObject({ status: 404 });
    expect(await listOf(ada.cookie)).toEqual([]);
    expect(await read(other.id)).toMatchObject({ body: { title: 'Mine' } });
  });

  it('is no longer shared once its account has deleted it, by its ID in the browser', async () => {
    const [ada, grace] = [await person('deletes'), await person('keeps')];
    const { id } = await share(ada.cookie);
    const other = await share(grace.cookie);
    const stop = (query: string, cookie?: string) =>
      call(query, { method: 'DELETE', ...(cookie !== undefined && { cookie }) });
    expect(await stop('?chatId=one')).toMatchObject({ status: 401 });
    expect(await stop('', ada.cookie)).toMatchObject({ status: 400 });
    expect(await stop('?chatId=%00', ada.cookie)).toMatchObject({ status: 400 });
    for (const chatId of ['unknown', 'one', 'one'])
      expect(await stop(`?chatId=${chatId}`, ada.cookie)).toEqual({ status: 200, body: { success: true } });
    expect(await read(id)).toMatchObject({ status: 404 });
    expect(await read(other.id)).toMatchObject({ status: 200 });
  });

  it('keeps its link when it is shared again, and gets another one after it was not shared', async () => {
    const { cookie } = await person('again');
    const first = await share(cookie);
    const second = await share(cookie, { ...CHAT, title: 'Fares and more' });
    expect(second).toMatchObject({ id: first.id, title: 'Fares and more', createdAt: first.createdAt });
    expect(await read(first.id)).toMatchObject({ body: { title: 'Fares and more' } });
    await call(`/${first.id}`, { method: 'DELETE', cookie });
    expect((await share(cookie)).id).not.toBe(first.id);
    expect(await read(first.id)).toMatchObject({ status: 404 });
  });

  it('keeps every character that can be typed or pasted', async () => {
    const { cookie } = await person('odd');
    const messages = [{ role: 'user', text: 'A \u0000 and \ud800 🙂.' }];
    const { id } = await share(cookie, { ...CHAT, messages });
    expect(await read(id)).toMatchObject({ body: { messages } });
  });

  it('is not shown while its account is blocked', async () => {
    const { id: accountId, cookie } = await person('blocked');
    const { id } = await share(cookie);
    await database().query('update account set blocked_at = now() where id = $1', [accountId]);
    expect(await read(id)).toMatchObject({ status: 404 });
  });

  it('has no images but those that are sent with it, and no members that are unknown', async () => {
    const { cookie } = await person('strict');
    const withImage = (url: string) => ({
      ...CHAT,
      messages: [{ role: 'assistant', text: '', images: [{ url, alt: 'A dot' }] }],
    });
    await share(cookie, withImage('data:image/png;base64,iVBORw0KGgo='));
    for (const body of [
      withImage('https://example.com/a.png'),
      withImage('data:image/svg+xml;base64,PHN2Zz4='),
      withImage('data:text/html;base64,PHA+'),
      withImage('data:image/png;base64,"onerror='),
      { ...CHAT, messages: [{ role: 'system', text: 'Secret' }] },
      { ...CHAT, messages: [{ role: 'user', text: 'Hi', reasoning: 'Secret' }] },
      { ...CHAT, messages: [] },
      { ...CHAT, messages: [{ role: 'user', text: 'Hi', edited: true }] },
      { ...CHAT, messages: [{ role: 'assistant', text: 'Hi', files: ['a.pdf'] }] },
      { ...CHAT, title: ' ' },
      { ...CHAT, title: 'A\u0000B' },
      { ...CHAT, chatId: 'a\u0000' },
    ]) {
      expect(await call('', { method: 'PUT', cookie, body })).toMatchObject({ status: 400 });
    }
  });
});

describe('what an account shares', () => {
  it('is bounded: the length of a chat, how many there are, and all together', async () => {
    const { id: accountId, cookie } = await person('much');
    const long = (length: number) => ({ ...CHAT, messages: [{ role: 'user', text: 'a'.repeat(length) }] });
    await share(cookie, long(MAX_SHARED_BYTES - 100));
    expect(await call('', { method: 'PUT', cookie, body: long(MAX_SHARED_BYTES) })).toMatchObject({ status: 400 });
    const insert = (chats: number, bytes: number) =>
      database().query(
        `insert into shared_chat select 'x' || at, $1, 'x' || at, 'T', '[]', $3, now(), now()
          from generate_series(1, $2::integer) as at`,
        [accountId, chats, bytes],
      );
    await insert(MAX_SHARED_CHATS - 1, 10);
    expect(await call('', { method: 'PUT', cookie, body: { ...CHAT, chatId: 'more' } })).toMatchObject({ status: 400 });
    // One that is shared already can still be replaced.
    await share(cookie);
    await database().query("delete from shared_chat where id like 'x%'");
    await insert(20, MAX_SHARED_BYTES_IN_ALL / 20 - 1_000);
    expect(await call('', { method: 'PUT', cookie, body: long(30_000) })).toMatchObject({ status: 400 });
    await share(cookie);
  });

  it('of many requests at once stays within the bound', async () => {
    const { id: accountId, cookie } = await person('race');
    await database().query(
      `insert into shared_chat select 'y' || at, $1, 'y' || at, 'T', '[]', 2, now(), now()
        from generate_series(1, $2::integer) as at`,
      [accountId, MAX_SHARED_CHATS - 2],
    );
    const chats = ['a', 'b', 'c', 'd', 'e'].map((chatId) =>
      call('', { method: 'PUT', cookie, body: { ...CHAT, chatId } }),
    );
    const statuses = (await Promise.all(chats)).map(({ status }) => status).sort();
    expect(statuses).toEqual([200, 200, 400, 400, 400]);
  });

  it('is part of its export, and goes with the account', async () => {
    const { id: accountId, cookie } = await person('leaves');
    const links = [await share(cookie), await share(cookie, { ...CHAT, chatId: 'two' })];
    const section = exportSections(accountId, Date.now() + 60_000).find(({ name }) => name === 'sharedChats');
    const rows: object[] = [];
    for await (const page of section?.pages ?? []) rows.push(...page);
    expect(rows).toHaveLength(2);
    expect(rows).toContainEqual({ ...links[0], messages: CHAT.messages });
    await database().transaction(async (within) => {
      await closeAccount(within, accountId);
      await removeRecordsOf(within, accountId);
    });
    for (const { id } of links) expect(await read(id)).toMatchObject({ status: 404 });
    expect(await database().query('select 1 from shared_chat where account_id = $1', [accountId])).toEqual([]);
  });

  it('moves to the account that a wallet is linked to, which keeps its own', async () => {
    const [from, to] = [await person('from'), await person('to')];
    const moved = await share(from.cookie, { ...CHAT, chatId: 'two' });
    await share(from.cookie);
    const own = await share(to.cookie, { ...CHAT, title: 'Own' });
    await database().transaction((within) => moveSharedChats(within, from.id, to.id));
    const { data } = (await call('', { cookie: to.cookie })).body as SharedChatList;
    expect(data.map(({ id }) => id).sort()).toEqual([moved.id, own.id].sort());
  });
});
