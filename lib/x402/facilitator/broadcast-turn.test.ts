import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '../../platform/db';
import { openTestDatabase } from '../../platform/testing/test-database';
import { startPostgres, type TestPostgres } from '../../platform/testing/test-postgres';
import { takeBroadcastTurn } from './broadcast-turn';

const LOCK = 0x78343032;
const forever = new AbortController().signal;

/** Ends when all promises that were made until now have had their chance. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 20));

describe('within a process', () => {
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase();
  });
  afterAll(() => database.close());

  it('one piece of work runs at a time, in the order of the calls', async () => {
    const events: string[] = [];
    const work = (name: string) => async () => {
      events.push(`${name} begins`);
      await settled();
      events.push(`${name} ends`);
      return name;
    };
    const results = await Promise.all(['a', 'b', 'c'].map((name) => takeBroadcastTurn(work(name), forever)));
    expect(results).toEqual(['a', 'b', 'c']);
    expect(events).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
  });

  it('work that fails does not stop the next', async () => {
    const failing = takeBroadcastTurn(() => Promise.reject(new Error('broken')), forever);
    const next = takeBroadcastTurn(() => Promise.resolve('done'), forever);
    await expect(failing).rejects.toThrow('broken');
    expect(await next).toBe('done');
  });

  it('a caller who has left gets an error at once, and that work never begins', async () => {
    const caller = new AbortController();
    let finish = () => {};
    const running = takeBroadcastTurn(() => new Promise<void>((resolve) => (finish = resolve)), forever);
    let isBegun = false;
    const waiting = takeBroadcastTurn(async () => void (isBegun = true), caller.signal);
    await settled();
    caller.abort(new Error('left'));
    await expect(waiting).rejects.toThrow('left');
    finish();
    await running;
    await settled();
    expect(isBegun).toBe(false);
  });
});

describe('among processes with one PostgreSQL', () => {
  let server: TestPostgres;
  let database: Database;
  let other: pg.Client;
  beforeAll(async () => {
    server = await startPostgres(['-c', 'fsync=off']);
    database = await openDatabase({ databaseUrl: server.url, dataDir: '' });
    other = new pg.Client({ connectionString: server.url });
    await other.connect();
  });
  afterAll(async () => {
    await other.end();
    await database.close();
    await server.stop();
  });

  const waitersOf = async () => {
    const { rows } = await other.query("select 1 from pg_locks where locktype = 'advisory' and not granted");
    return rows.length;
  };

  it('work waits for the other process, on one connection alone', async () => {
    await other.query('select pg_advisory_lock($1)', [LOCK]);
    const begun: number[] = [];
    const turns = [1, 2, 3].map((turn) => takeBroadcastTurn(async () => void begun.push(turn), forever));
    while ((await waitersOf()) === 0) await settled();
    expect([begun, await waitersOf()]).toEqual([[], 1]);
    await other.query('select pg_advisory_unlock($1)', [LOCK]);
    await Promise.all(turns);
    expect(begun).toEqual([1, 2, 3]);
  });

  it('other processes wait while it runs, and not afterwards', async () => {
    const tryLock = async () => {
      const { rows } = await other.query('select pg_try_advisory_lock($1) as got', [LOCK]);
      return (rows[0] as { got: boolean }).got;
    };
    expect(await takeBroadcastTurn(tryLock, forever)).toBe(false);
    expect(await tryLock()).toBe(true);
    await other.query('select pg_advisory_unlock($1)', [LOCK]);
  });

  it('what the work notes stands at once, and also if the work fails', async () => {
    await other.query('create table note (text text)');
    const notes = async () => (await other.query<{ text: string }>('select text from note')).rows;
    const work = async () => {
      await database.query(`insert into note values ('sent')`);
      throw new Error(`noted: ${(await notes()).length}`);
    };
    await expect(takeBroadcastTurn(work, forever)).rejects.toThrow('noted: 1');
    expect(await notes()).toEqual([{ text: 'sent' }]);
  });

  it('nothing is begun for a caller who has left while another process was at work', async () => {
    await other.query('select pg_advisory_lock($1)', [LOCK]);
    const caller = new AbortController();
    let isBegun = false;
    const waiting = takeBroadcastTurn(async () => void (isBegun = true), caller.signal);
    while ((await waitersOf()) === 0) await settled();
    caller.abort(new Error('left'));
    await expect(waiting).rejects.toThrow('left');
    await other.query('select pg_advisory_unlock($1)', [LOCK]);
    expect(await takeBroadcastTurn(() => Promise.resolve('done'), forever)).toBe('done');
    expect(isBegun).toBe(false);
  });
});
