import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../core/ids';
import { HOUR_MS, MINUTE_MS } from '../../core/time';
import { noteFailedRequest } from '../../failures/note-failed-request';
import { flushFailedRequests } from '../../failures/failure-buffer';
import { watchStatements } from '../../ledger/read/history/test-history';
import { listOwnSamples, listSamples } from '../../ledger/read/models/list-samples';
import { clock } from '../../platform/clock';
import { database, openDatabase } from '../../platform/db';
import { openTestDatabase } from '../../platform/testing/test-database';
import { startPostgres, type TestPostgres } from '../../platform/testing/test-postgres';
import { insertTestRequests } from './test-requests';
import { daySamples } from './day-samples';

const NOW_MS = Date.parse('2026-11-20T12:30:00Z');
const realNow = clock.now;
let nowMs = NOW_MS;
/** Each test has a day of its own: samples of whole hours are kept. */
beforeEach(() => {
  nowMs += 40 * 24 * HOUR_MS;
  clock.now = () => nowMs;
});
afterEach(() => {
  clock.now = realNow;
});

const fail = (accountId: string | null, modelId: string | null, status = 502) =>
  noteFailedRequest({
    ...{ accountId, modelId, status, keyId: null, requestId: newId(), route: '/api/v1/chat/completions' },
    ...{ code: 'X', message: 'No.', cause: null, durationMs: 3 },
  });
const countsOf = async (modelId: string) => {
  const samples = (await daySamples()).get(modelId) ?? [];
  return [samples.length, samples.filter(({ answered }) => answered).length];
};

describe.each(['embedded', 'postgres'])('on the %s database', (kind) => {
  let server: TestPostgres | undefined;
  beforeAll(async () => {
    if (kind === 'embedded') await openTestDatabase();
    else {
      server = await startPostgres(['-c', 'fsync=off']);
      await openDatabase({ databaseUrl: server.url, dataDir: '/nowhere' });
    }
  });
  afterAll(async () => {
    await database().close();
    await server?.stop();
  });

  it('has the requests of all accounts in the last 24 hours, and the failures', async () => {
    const [ada, bob] = [newId(), newId()];
    await insertTestRequests([
      { accountId: ada, modelId: 'm', atMs: nowMs - 23 * HOUR_MS, firstTokenMs: 250, outputTokens: 40 },
      { accountId: bob, modelId: 'm', atMs: nowMs - MINUTE_MS, firstTokenMs: 350, outputTokens: 50 },
      { accountId: bob, modelId: 'other', atMs: nowMs - MINUTE_MS },
      { accountId: ada, modelId: 'm', atMs: nowMs - 24 * HOUR_MS - 1 },
      { accountId: ada, modelId: 'm', atMs: nowMs - 2 * HOUR_MS, ending: 'upstream_failed' },
    ]);
    fail(ada, 'm');
    fail(ada, 'm', 404);
    fail(ada, null);
    fail(null, 'm');
    expect((await daySamples()).get('m')).toEqual([
      { accountId: ada, answered: false, measured: null },
      { accountId: bob, answered: true, measured: { firstTokenMs: 350, durationMs: 2_000, outputTokens: 50 } },
      { accountId: ada, answered: true, measured: { firstTokenMs: 250, durationMs: 2_000, outputTokens: 40 } },
    ]);
    expect(await countsOf('other')).toEqual([1, 1]);
  });

  it('is read again after a minute, and whole hours only once', async () => {
    const accountId = newId();
    const add = (atMs: number) => insertTestRequests([{ accountId, modelId: 'again', atMs }]);
    await add(nowMs - MINUTE_MS);
    expect(await countsOf('again')).toEqual([1, 1]);
    await add(nowMs - MINUTE_MS);
    await add(nowMs - 3 * HOUR_MS);
    const idle = await watchStatements(async () => expect(await countsOf('again')).toEqual([1, 1]));
    expect(idle).toEqual([]);
    nowMs += MINUTE_MS;
    const statements = await watchStatements(async () => expect(await countsOf('again')).toEqual([2, 2]));
    // Of the hour that runs: a statement for the requests, one for the failures, and their settings.
    expect(statements).toHaveLength(4);
  });

  it('shares one reading among callers at the same time', async () => {
    const [first, second] = [daySamples(), daySamples()];
    expect(first).toBe(second);
    await first;
  });

  it('takes 500 requests of an hour, and the failures of the same part of it', async () => {
    const [ada, bob] = [newId(), newId()];
    const hourMs = Math.floor(nowMs / HOUR_MS) * HOUR_MS - 5 * HOUR_MS;
    const at = nowMs;
    await insertTestRequests(
      Array.from({ length: 1_000 }, (_, index) => ({ accountId: ada, modelId: 'busy', atMs: hourMs + index * 3_000 })),
    );
    for (let index = 0; index < 100; index += 1) {
      clock.now = () => hourMs + index * 30_000;
      fail(bob, 'busy');
    }
    await flushFailedRequests();
    clock.now = () => at;
    // Half of the hour that has requests: 500 of them, and 50 of the failures.
    expect(await countsOf('busy')).toEqual([550, 500]);
  });

  it('uses the indexes, with statistics and without', async () => {
    const accountId = newId();
    await insertTestRequests(
      Array.from({ length: 3_000 }, (_, index) => ({ accountId, modelId: 'plan', atMs: nowMs - index * 20_000 })),
    );
    const range = { fromMs: nowMs - HOUR_MS, limit: 100, outputKinds: ['output'] };
    for (const statistics of ['', 'analyze usage_record']) {
      if (statistics !== '') await database().query(statistics);
      const statements = await watchStatements(async () => {
        const rows = await listSamples({ ...range, endMs: nowMs });
        expect(rows.map(({ atMs }) => atMs)).toEqual(
          Array.from({ length: 100 }, (_, n) => nowMs - HOUR_MS + n * 20_000),
        );
        expect(await listOwnSamples(accountId, range)).toHaveLength(100);
      });
      const plans = statements.map(({ plan }) => plan).join('\n');
      expect(plans).toMatch(/Index Scan using usage_record_hold_id_unique/);
      expect(plans).toMatch(/Index Scan Backward using usage_record_by_account/);
      expect(plans).not.toContain('Sort');
      expect(plans).not.toContain('Seq Scan on usage_record');
    }
  });
});
