import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../core/ids';
import { DAY_MS } from '../core/time';
import { clock } from '../platform/clock';
import { database, type Database, openDatabase } from '../platform/db';
import { openTestDatabase } from '../platform/testing/test-database';
import { startPostgres, type TestPostgres } from '../platform/testing/test-postgres';
import { countFailedRequests } from './count-failed-requests';
import { listFailedRequests } from './list-failed-requests';
import { noteFailedRequest } from './note-failed-request';
import { purgeFailedRequests } from './purge';
import { flushFailedRequests } from './failure-buffer';
import { pruneFailedRequests } from './write';

const realNow = clock.now;
afterEach(() => {
  clock.now = realNow;
});

const AT_MS = Date.parse('2026-11-20T12:00:00Z');
const plain = { keyId: null, modelId: null, route: '/api/v1/x', status: 404, code: 'NOT_FOUND', cause: null };
const fail = (accountId: string | null, requestId: string, more = {}) =>
  noteFailedRequest({ ...plain, accountId, requestId, message: 'No.', durationMs: 3, ...more });
const everything = { fromMicros: 0n, before: { micros: 10n ** 17n, order: '' }, modelId: null, key: null };
const listOf = async (accountId: string, search = {}) =>
  (await listFailedRequests(accountId, { ...everything, ...search }, 1_000)).map(({ requestId }) => requestId);
const rowsOf = async (accountId: string) =>
  Number(
    (
      await database().query<{ n: bigint }>('select count(*) as n from failed_request where account_id = $1', [
        accountId,
      ])
    )[0]?.n,
  );

function theLog(open: () => Promise<Database>) {
  let opened: Database;
  beforeAll(async () => {
    opened = await open();
  });
  afterAll(async () => opened.close());

  it('lists failed requests of one account only, newest first', async () => {
    const [accountId, keyId] = [newId(), newId()];
    clock.now = () => AT_MS;
    fail(accountId, 'a1');
    fail(newId(), 'b1');
    fail(null, 'c1', { status: 500, cause: 'why' });
    clock.now = () => AT_MS + 1;
    fail(accountId, 'a2', { keyId, modelId: 'm', message: 'two\nlines\u0000' });
    const found = await listFailedRequests(accountId, everything, 10);
    expect(found.map(({ requestId }) => requestId)).toEqual(['a2', 'a1']);
    expect(found[0]).toEqual({
      requestId: 'a2',
      keyId,
      modelId: 'm',
      route: '/api/v1/x',
      status: 404,
      code: 'NOT_FOUND',
      message: 'two lines',
      durationMs: 3,
      atMicros: BigInt(AT_MS + 1) * 1_000n,
    });
    expect(await listOf(accountId, { key: 'web' })).toEqual(['a1']);
    expect(await listOf(accountId, { key: keyId })).toEqual(['a2']);
    expect(await listOf(accountId, { modelId: 'm' })).toEqual(['a2']);
    expect(await listOf(accountId, { before: { micros: BigInt(AT_MS) * 1_000n, order: 'a1!' } })).toEqual([]);
    expect(await listOf(accountId, { before: { micros: BigInt(AT_MS) * 1_000n, order: 'a2' } })).toEqual(['a1']);
    expect(await countFailedRequests(accountId, AT_MS, AT_MS + 1)).toEqual([
      { day: '2026-11-20', modelId: null, keyId: null, requests: 1 },
    ]);
  });

  it('cuts long texts', async () => {
    const accountId = newId();
    fail(accountId, 'long', { message: 'x'.repeat(2_000) });
    const [found] = await listFailedRequests(accountId, everything, 1);
    expect(found?.message).toHaveLength(500);
  });

  it('purges rows older than 90 days, of any account', async () => {
    const accountId = newId();
    for (const days of [91, 89]) {
      clock.now = () => AT_MS - days * DAY_MS;
      fail(accountId, `${days} days ago`);
    }
    await flushFailedRequests();
    clock.now = () => AT_MS;
    await purgeFailedRequests();
    expect(await listOf(accountId)).toEqual(['89 days ago']);
  });

  it('keeps only an account’s latest rows', async () => {
    const accountId = newId();
    for (let n = 0; n < 10; n += 1) {
      clock.now = () => AT_MS + n;
      fail(accountId, `n${n}`);
    }
    await flushFailedRequests();
    clock.now = () => AT_MS + 10;
    await pruneFailedRequests(accountId, 3);
    expect(await listOf(accountId)).toEqual(['n9', 'n8', 'n7']);
  });
}

describe('the log of failed requests on the embedded database', () => {
  theLog(openTestDatabase);

  it('buffers 200 rows of an account, and does not evict another account’s', async () => {
    const [loud, quiet] = [newId(), newId()];
    fail(quiet, 'q');
    for (let n = 0; n < 1_500; n += 1) fail(loud, `l${n}`);
    await flushFailedRequests();
    expect(await rowsOf(loud)).toBe(200);
    expect(await listOf(quiet)).toEqual(['q']);
  });
});

describe('the log of failed requests on PostgreSQL', () => {
  let server: TestPostgres;
  beforeAll(async () => {
    server = await startPostgres(['-c', 'fsync=off']);
  });
  afterAll(() => server.stop());
  theLog(() => openDatabase({ databaseUrl: server.url, dataDir: '' }));
});
