import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../core/ids';
import { HOUR_MS, MINUTE_MS } from '../../core/time';
import { listModelFailures, listOwnModelFailures } from '../../failures/list-model-failures';
import { noteFailedRequest } from '../../failures/note-failed-request';
import { flushFailedRequests } from '../../failures/failure-buffer';
import { watchStatements } from '../../ledger/read/history/test-history';
import { listOwnSamples, listSamples } from '../../ledger/read/models/list-samples';
import { clock } from '../../platform/clock';
import { database, openDatabase } from '../../platform/db';
import { openTestDatabase } from '../../platform/testing/test-database';
import { startPostgres, type TestPostgres } from '../../platform/testing/test-postgres';
import { insertTestRequests } from './test-requests';
import { readDaySamples, type ReadQuarters } from './day-samples';

const NOW_MS = Date.parse('2026-11-20T12:30:00Z');
const realNow = clock.now;
let nowMs: number;
let tests = 0;
let quarters: ReadQuarters;
/** Each test has a day of its own. */
beforeEach(() => {
  tests += 1;
  nowMs = NOW_MS + tests * 40 * 24 * HOUR_MS;
  quarters = new Map();
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
const samplesOf = async (modelId: string) => (await readDaySamples(quarters, nowMs)).get(modelId) ?? [];
const countsOf = async (modelId: string) => {
  const samples = await samplesOf(modelId);
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
    const samples = await samplesOf('m');
    expect(samples).toHaveLength(3);
    expect(samples).toEqual(
      expect.arrayContaining([
        { accountId: ada, answered: false, measured: null },
        { accountId: bob, answered: true, measured: { firstTokenMs: 350, durationMs: 2_000, outputTokens: 50 } },
        { accountId: ada, answered: true, measured: { firstTokenMs: 250, durationMs: 2_000, outputTokens: 40 } },
      ]),
    );
    expect(await countsOf('other')).toEqual([1, 1]);
  });

  it('reads quarters of an hour that are over once', async () => {
    const accountId = newId();
    const add = (atMs: number) => insertTestRequests([{ accountId, modelId: 'again', atMs }]);
    const read = async () => {
      const statements = await watchStatements(() => readDaySamples(quarters, nowMs));
      // A statement for the requests, one for the failures, and their settings.
      return statements.length / 4;
    };
    await add(nowMs - MINUTE_MS);
    expect(await countsOf('again')).toEqual([1, 1]);
    await add(nowMs - MINUTE_MS);
    await add(nowMs - 3 * HOUR_MS);
    expect(await countsOf('again')).toEqual([2, 2]);
    // At 12:30: those from 12:00 on, because requests are charged up to a quarter after their arrival.
    expect(await read()).toBe(3);
    nowMs += MINUTE_MS;
    expect(await read()).toBe(3);
    expect(await read()).toBe(2);
    nowMs += 24 * HOUR_MS;
    expect(await read()).toBe(97);
    expect(quarters.size).toBe(95);
  });

  it('takes 40 requests of every five minutes, and the failures of the same part of them', async () => {
    const [ada, bob] = [newId(), newId()];
    const hourMs = Math.floor(nowMs / HOUR_MS) * HOUR_MS - 5 * HOUR_MS;
    const at = nowMs;
    // 80 requests and 10 failures in each five minutes of the first half of the hour; few in the other.
    await insertTestRequests([
      ...Array.from({ length: 480 }, (_, n) => ({ accountId: ada, modelId: 'busy', atMs: hourMs + n * 3_750 })),
      { accountId: ada, modelId: 'busy', atMs: hourMs + 40 * MINUTE_MS },
    ]);
    for (let index = 0; index < 60; index += 1) {
      clock.now = () => hourMs + 1_000 + index * 30_000;
      fail(bob, 'busy');
    }
    clock.now = () => hourMs + 50 * MINUTE_MS;
    fail(bob, 'busy');
    await flushFailedRequests();
    clock.now = () => at;
    expect(await countsOf('busy')).toEqual([6 * (40 + 5) + 2, 6 * 40 + 1]);
  });

  it('uses the indexes, with statistics and without', async () => {
    const accountId = newId();
    await insertTestRequests(
      Array.from({ length: 3_000 }, (_, index) => ({ accountId, modelId: 'plan', atMs: nowMs - index * 20_000 })),
    );
    const at = nowMs;
    for (let index = 0; index < 150; index += 1) {
      clock.now = () => at - index * 60_000;
      fail(accountId, 'plan');
    }
    clock.now = () => at;
    const range = { fromMs: nowMs - HOUR_MS, limit: 100, outputKinds: ['output'] };
    for (const statistics of ['', 'analyze usage_record; analyze failed_request']) {
      for (const statement of statistics.split('; ')) if (statement !== '') await database().query(statement);
      const statements = await watchStatements(async () => {
        const slices = [2, 1].map((ago) => ({ fromMs: nowMs - ago * HOUR_MS, endMs: nowMs - (ago - 1) * HOUR_MS }));
        const rows = await listSamples(slices, range);
        expect(rows.map(({ atMs }) => atMs)).toEqual(
          slices.flatMap(({ fromMs }) => Array.from({ length: 100 }, (_, n) => fromMs + n * 20_000)),
        );
        expect(await listOwnSamples(accountId, range)).toHaveLength(100);
        expect(await listModelFailures(slices, 10)).toHaveLength(20);
        expect(await listOwnModelFailures(accountId, nowMs - HOUR_MS, 10)).toHaveLength(10);
      });
      const plans = statements.map(({ plan }) => plan).join('\n');
      expect(plans).toMatch(/Index Scan using usage_record_hold_id_unique/);
      expect(plans).toMatch(/Index Scan Backward using usage_record_by_account/);
      expect(plans).toMatch(/Index Scan using failed_request_of_ours/);
      expect(plans).toMatch(/Index Scan Backward using failed_request_by_account/);
      expect(plans).not.toContain('Sort');
      expect(plans).not.toContain('Seq Scan');
    }
  });
});
