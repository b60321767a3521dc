import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeTestAccount } from '../../../accounts/test-accounts';
import { newId } from '../../../core/ids';
import { database, type Database, openDatabase } from '../../../platform/db';
import { openTestDatabase } from '../../../platform/testing/test-database';
import { startPostgres, type TestPostgres } from '../../../platform/testing/test-postgres';
import { installEmbedder } from '../embedder';
import { removeSourcesOf } from '../sources/remove-source';
import { testEmbedder } from '../test-embedder';
import { fillVectors } from './fill-vectors';
import { putTestPassages, startFillProcess, watchedEmbedder } from './test-passages';
import { takeTurn } from './vector-queue';

const TURN = 32;

let server: TestPostgres;
beforeAll(async () => {
  server = await startPostgres(['-c', 'fsync=off']);
}, 120_000);
afterAll(() => server.stop());

let ada: string;
let bob: string;
let eve: string;

/** An empty index and three accounts for each test of a group. */
function useDatabase(kind: 'pglite' | 'postgres'): void {
  let opened: Database;
  beforeAll(async () => {
    opened =
      kind === 'pglite' ? await openTestDatabase() : await openDatabase({ databaseUrl: server.url, dataDir: '' });
  }, 60_000);
  beforeEach(async () => {
    await database().query('delete from web_source');
    await database().query('delete from web_vector_turn');
    const people = ['ada', 'bob', 'eve'].map((name) => makeTestAccount(`${name}-${newId()}@example.com`));
    [ada = '', bob = '', eve = ''] = (await Promise.all(people)).map(({ id }) => id);
  });
  afterEach(() => installEmbedder(() => null));
  afterAll(() => opened.close());
}

describe.each(['pglite', 'postgres'] as const)('filling vectors on %s', (kind) => {
  useDatabase(kind);

  /** Fills, and collects whose passages each batch has; `during` runs in the batch of that number, from 1 up. */
  async function fillWatched(during?: (batch: number, whose: string) => unknown): Promise<string[]> {
    const batches: string[] = [];
    const onBatch = async (texts: readonly string[]) => {
      expect(texts.length).toBeLessThanOrEqual(TURN);
      const whose = [...new Set(texts.map((text) => text.split('\n')[0] ?? ''))].join(' and ');
      batches.push(whose);
      await during?.(batches.length, whose);
    };
    installEmbedder(() => watchedEmbedder(onBatch));
    await fillVectors();
    return batches;
  }

  it('gives those their turn after the running batch who come while another account has much', async () => {
    await putTestPassages(ada, 'ada', 2_000);
    const batches = await fillWatched((batch) => (batch === 3 ? putTestPassages(bob, 'bob', 3) : null));
    expect(batches.slice(0, 5)).toEqual(['ada', 'ada', 'ada', 'bob', 'ada']);
    expect(batches).toHaveLength(Math.ceil(2_000 / TURN) + 1);
    expect(await countVectors()).toEqual({ ada: 2_000, bob: 3 });
  }, 60_000);

  it('has vectors of who came last within two batches of a start', async () => {
    await putTestPassages(ada, 'ada', 2_000);
    await putTestPassages(bob, 'bob', 3);
    const controller = new AbortController();
    const stop = (batch: number) => {
      if (batch === 2) controller.abort();
      return Promise.resolve();
    };
    let batch = 0;
    installEmbedder(() => watchedEmbedder(() => stop((batch += 1))));
    expect(await fillVectors(controller.signal)).toBe(TURN + 3);
    expect(await countVectors()).toEqual({ ada: TURN, bob: 3 });
  });

  it('lets everybody have a batch in turn, and counts the operator as one', async () => {
    await putTestPassages(ada, 'ada', 3 * TURN);
    await putTestPassages(null, 'operator', 3 * TURN);
    await putTestPassages(bob, 'bob', 3 * TURN);
    const batches = await fillWatched();
    const rounds = [0, 3, 6].map((from) => batches.slice(from, from + 3).sort());
    expect(rounds).toEqual(Array.from({ length: 3 }, () => ['ada', 'bob', 'operator']));
    expect(batches).toHaveLength(9);
  });

  it('goes on with the others when an account is deleted amid its batch', async () => {
    await putTestPassages(ada, 'ada', 500);
    await putTestPassages(bob, 'bob', 100);
    const removeAda = (_batch: number, whose: string) =>
      whose === 'ada' ? database().transaction((tx) => removeSourcesOf(tx, ada)) : null;
    const batches = await fillWatched(removeAda);
    expect(batches.filter((whose) => whose === 'ada')).toHaveLength(1);
    expect(await countVectors()).toEqual({ bob: 100 });
    expect(await countWaiting()).toBe(0);
  });

  it('goes on with the next account after a failure, also in a later run', async () => {
    await putTestPassages(ada, 'ada', 40);
    await putTestPassages(bob, 'bob', 40);
    await putTestPassages(eve, 'eve', 40);
    const failForAda = (_batch: number, whose: string) =>
      whose === 'ada' ? Promise.reject(new Error('The process was lost.')) : null;
    const run = () => fillWatched(failForAda).then(null, (error: Error) => expect(error.message).toMatch(/was lost/));
    // Each run ends at the latest when everybody else has had a batch.
    for (let runs = 0; runs < 4; runs += 1) await run();
    expect(await countVectors()).toEqual({ bob: 40, eve: 40 });
    expect(await countWaiting()).toBe(40);
    await fillWatched();
    expect(await countVectors()).toEqual({ ada: 40, bob: 40, eve: 40 });
  });

  it('leaves what another process has taken alone until that process must have ended', async () => {
    await putTestPassages(ada, 'ada', TURN + 1);
    expect(await takeTurn(testEmbedder.id)).toHaveLength(TURN);
    expect(await fillWatched()).toEqual(['ada']);
    expect([await countVectors(), await countWaiting()]).toEqual([{ ada: 1 }, TURN]);
    await expireTaken();
    await fillWatched();
    expect([await countVectors(), await countWaiting()]).toEqual([{ ada: TURN + 1 }, 0]);
  });

  it('makes vectors of another model, also of what waits for one of the last model', async () => {
    await putTestPassages(ada, 'ada', 50);
    await fillWatched();
    await putTestPassages(ada, 'more', 50);
    await takeTurn(testEmbedder.id);
    installEmbedder(() => ({ ...testEmbedder, id: 'other' }));
    expect(await fillVectors()).toBe(100);
    expect(await fillVectors()).toBe(0);
    const models = ['web_passage_vector', 'web_vector_queue', 'web_vector_turn'].map(modelsOf);
    expect(await Promise.all(models)).toEqual([['other'], [], ['other']]);
  });
});

describe('filling vectors in several processes', () => {
  useDatabase('postgres');

  it('shares the work of two processes, and embeds nothing twice', async () => {
    await putTestPassages(ada, 'ada', 2_000);
    await putTestPassages(bob, 'bob', 3);
    await putTestPassages(null, 'operator', 200);
    const processes = [startFillProcess(server.url), startFillProcess(server.url)];
    await Promise.all(processes.map(({ ended }) => ended));
    const [one = [], other = []] = processes.map(({ texts }) => texts);
    expect(Math.min(one.length, other.length)).toBeGreaterThan(0);
    expect(one.length + other.length).toBe(2_203);
    expect(new Set([...one, ...other]).size).toBe(2_203);
    expect(await countVectors()).toEqual({ ada: 2_000, bob: 3, operator: 200 });
    expect(await countWaiting()).toBe(0);
  }, 60_000);

  it('is complete after a process was killed, and repeats no more than its batch', async () => {
    await putTestPassages(ada, 'ada', 400);
    const killed = startFillProcess(server.url);
    await killed.begun;
    killed.kill();
    await killed.ended;
    const other = startFillProcess(server.url);
    await other.ended;
    await expireTaken();
    const last: string[] = [];
    installEmbedder(() => watchedEmbedder((texts) => Promise.resolve(last.push(...texts))));
    await fillVectors();
    expect(await countVectors()).toEqual({ ada: 400 });
    const embedded = [...killed.texts, ...other.texts, ...last];
    expect(new Set(embedded).size).toBe(400);
    expect(embedded.length).toBeLessThanOrEqual(400 + TURN);
  }, 60_000);
});

/** How many vectors there are, by the heading of their passages. */
async function countVectors(): Promise<Record<string, number>> {
  const rows = await database().query<{ heading: string; count: number }>(
    `select p.heading, count(*)::int as count from web_passage_vector v join web_passage p on p.id = v.passage_id
      group by p.heading`,
  );
  return Object.fromEntries(rows.map(({ heading, count }) => [heading, count]));
}

async function countWaiting(): Promise<number> {
  const [row] = await database().query<{ count: number }>('select count(*)::int as count from web_vector_queue');
  return row?.count ?? 0;
}

async function expireTaken(): Promise<void> {
  await database().query("update web_vector_queue set taken_until = now() - interval '1 second'");
}

async function modelsOf(table: string): Promise<string[]> {
  return (await database().query<{ model: string }>(`select distinct model from ${table}`)).map(({ model }) => model);
}
