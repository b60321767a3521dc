import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../core/ids';
import { clock } from '../../platform/clock';
import { database, type Database, openDatabase } from '../../platform/db';
import { openTestDatabase } from '../../platform/testing/test-database';
import { startPostgres, type TestPostgres } from '../../platform/testing/test-postgres';
import { listRefusals } from './list-refusals';
import { noteRefusal } from './note-refusal';
import { flushRefusals } from './refusal-buffer';

const realNow = clock.now;
afterEach(() => {
  clock.now = realNow;
});

const refuse = (accountId: string, modelId: string) =>
  noteRefusal({ accountId, keyId: null, modelId, tier: 'standard', type: 'RPM' });
const rowsOf = async (accountId: string) => {
  const rows = await database().query<{ count: bigint }>(
    'select count(*) as count from rate_limit_event where account_id = $1',
    [accountId],
  );
  return Number(rows[0]?.count);
};
const named = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => `m${to - index}`);

function theLog(open: () => Promise<Database>) {
  let opened: Database;
  beforeAll(async () => {
    opened = await open();
  });
  afterAll(async () => opened.close());

  it('lists refusals, newest first, even within one millisecond', async () => {
    const [accountId, keyId] = [newId(), newId()];
    clock.now = () => 1_700_000_000_123;
    refuse(accountId, 'first');
    noteRefusal({ accountId, keyId, modelId: 'endpoint:api/v1/x', tier: 'partner', type: 'FAILED_REQUESTS' });
    refuse(newId(), 'another account’s');
    const at = new Date(1_700_000_000_123);
    expect(await listRefusals(accountId)).toEqual([
      { keyId, modelId: 'endpoint:api/v1/x', tier: 'partner', type: 'FAILED_REQUESTS', at },
      { keyId: null, modelId: 'first', tier: 'standard', type: 'RPM', at },
    ]);
  });

  it('keeps the last 50 of an account, in memory and in the table', async () => {
    const accountId = newId();
    for (let index = 1; index <= 30; index += 1) refuse(accountId, `m${index}`);
    await flushRefusals();
    for (let index = 31; index <= 70; index += 1) refuse(accountId, `m${index}`);
    const other = newId();
    refuse(other, 'm1');
    expect((await listRefusals(accountId)).map(({ modelId }) => modelId)).toEqual(named(21, 70));
    expect(await rowsOf(accountId)).toBe(50);
    expect(await rowsOf(other)).toBe(1);
    for (let index = 71; index <= 300; index += 1) refuse(accountId, `m${index}`);
    expect((await listRefusals(accountId)).map(({ modelId }) => modelId)).toEqual(named(251, 300));
    expect(await rowsOf(accountId)).toBe(50);
  });
}

describe('the log of refused requests on the embedded database', () => {
  theLog(openTestDatabase);

  it('buffers at most 1,000 and drops the oldest', async () => {
    const accounts = Array.from({ length: 1_010 }, newId);
    for (const accountId of accounts) refuse(accountId, 'm');
    await flushRefusals();
    const counts = await Promise.all(accounts.slice(0, 12).map(rowsOf));
    expect(counts).toEqual([...Array<number>(10).fill(0), 1, 1]);
  });
});

describe('the log of refused requests on PostgreSQL', () => {
  let server: TestPostgres;
  beforeAll(async () => {
    server = await startPostgres(['-c', 'fsync=off']);
  });
  afterAll(() => server.stop());
  theLog(() => openDatabase({ databaseUrl: server.url, dataDir: '' }));

  it('cannot be read while the database is unavailable, and is complete when it is back', async () => {
    const accountId = newId();
    await server.kill9();
    refuse(accountId, 'm1');
    await flushRefusals();
    refuse(accountId, 'm2');
    await expect(listRefusals(accountId)).rejects.toMatchObject({ code: 'NOT_READY' });
    await server.restart();
    const read = async () => (await listRefusals(accountId).catch(() => [])).map(({ modelId }) => modelId);
    await expect.poll(read, { timeout: 10_000 }).toEqual(['m2', 'm1']);
  });
});
