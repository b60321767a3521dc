import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../core/ids';
import { DAY_MS } from '../core/time';
import { clock } from '../platform/clock';
import { database, type Database, installDatabase, openDatabase } from '../platform/db';
import { openTestDatabase } from '../platform/testing/test-database';
import { startPostgres, type TestPostgres } from '../platform/testing/test-postgres';
import { endSession, isSessionEnded, purgeEndedSessions } from './ended-sessions';
import { readSession } from './session';
import { makeTestAccount, makeTestCookie } from './test-accounts';

const realNow = clock.now;
const rows = async () =>
  Number((await database().query<{ n: bigint }>('select count(*) as n from ended_session'))[0]?.n);

describe('ended sessions', () => {
  let opened: Database;
  beforeAll(async () => {
    opened = await openTestDatabase();
  });
  afterAll(() => opened.close());

  it('are read once per cache lifetime, and known immediately where they were ended', async () => {
    const { id: accountId } = await makeTestAccount('ada@example.com');
    const [one, other] = [newId(), newId()].map((sessionId) => ({ accountId, sessionId }));
    if (!one || !other) throw new Error('There are two.');
    let queries = 0;
    const { orm } = opened.money;
    const counted = new Proxy(orm, {
      get: (target, name, receiver) => {
        if (name === 'select') queries += 1;
        return Reflect.get(target, name, receiver) as unknown;
      },
    });
    installDatabase({ ...opened, money: { ...opened.money, orm: counted } });
    for (let index = 0; index < 5; index += 1) expect(await isSessionEnded(one)).toBe(false);
    expect(queries).toBe(1);
    await endSession(one);
    await endSession(one);
    expect([await isSessionEnded(one), await isSessionEnded(other)]).toEqual([true, false]);
    // A session ID does not end a session of another account.
    expect(await isSessionEnded({ ...one, accountId: newId() })).toBe(false);
    installDatabase(opened);
    expect(await rows()).toBe(1);
  });

  it('are not recorded for a deleted account', async () => {
    const before = await rows();
    await endSession({ accountId: newId(), sessionId: newId() });
    expect(await rows()).toBe(before);
  });

  it('are kept until their cookies have expired, then purged', async () => {
    const { id: accountId } = await makeTestAccount('grace@example.com');
    await endSession({ accountId, sessionId: 'x' });
    const then = realNow();
    clock.now = () => then + 30 * DAY_MS;
    await purgeEndedSessions();
    expect(await rows()).toBeGreaterThan(0);
    clock.now = () => then + 32 * DAY_MS;
    await purgeEndedSessions();
    expect(await rows()).toBe(0);
    clock.now = realNow;
  });
});

describe('two processes on one PostgreSQL', () => {
  let server: TestPostgres;
  beforeAll(async () => {
    server = await startPostgres(['-c', 'fsync=off']);
    await openDatabase({ databaseUrl: server.url, dataDir: '/nowhere' });
  });
  afterAll(async () => {
    clock.now = realNow;
    await database().close();
    await server.stop();
  });

  it('the other one refuses the session within its cache lifetime', async () => {
    const account = await makeTestAccount('ada@example.com');
    const cookie = await makeTestCookie(account, 1_000);
    expect(await readSession(cookie)).not.toBeNull();
    // Simulates another process: writes only the row and bypasses this process's caches.
    await database().query(`insert into ended_session values ($1, 'signed-in-1000', now() + interval '1 day')`, [
      account.id,
    ]);
    expect(await readSession(cookie)).not.toBeNull();
    const then = realNow();
    clock.now = () => then + 2_500;
    expect(await readSession(cookie)).toBeNull();
  });
});
