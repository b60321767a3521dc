import { afterEach, beforeEach, expect, it } from 'vitest';
import { clock } from './clock';
import { type Database, installDatabase } from './db';
import { processState } from './process-state';
import { openTestDatabase } from './testing/test-database';
import { checkReady } from './check-health';

const realNow = clock.now;
const stop = processState('platform.stopping', () => ({ stopping: false }));
const READY = { status: 'ready' };
const REFUSED = { code: 'NOT_READY', status: 503 };

let opened: Database;
let nowMs: number;
/** How often the database was queried, and whether it fails. */
let asked: number;
let fails: boolean;
/** What the database waits for before it responds. */
let gate: Promise<void>;

beforeEach(async () => {
  [asked, fails, nowMs, gate] = [0, false, 1_000_000, Promise.resolve()];
  clock.now = () => nowMs;
  stop.stopping = false;
  opened = installCounted(await openTestDatabase());
});
afterEach(async () => {
  clock.now = realNow;
  stop.stopping = false;
  await opened.close();
});

/** Installs a database that counts its probes. */
function installCounted(of: Database): Database {
  const query = async <R extends Record<string, unknown>>(text: string): Promise<R[]> => {
    asked += 1;
    await gate;
    if (fails) throw new Error('no answer');
    return of.money.query<R>(text);
  };
  return installDatabase({ ...of, money: { ...of.money, query } });
}

const probes = (count: number) => Promise.allSettled(Array.from({ length: count }, checkReady));

it('concurrent probes share one query', async () => {
  for (const { status } of await probes(500)) expect(status).toBe('fulfilled');
  expect(asked).toBe(1);
});

it('successive probes share a result for a moment, and no longer', async () => {
  for (let count = 0; count < 500; count += 1) expect(await checkReady()).toEqual(READY);
  expect(asked).toBe(1);
  nowMs += 99;
  await checkReady();
  expect(asked).toBe(1);
  nowMs += 1;
  await checkReady();
  expect(asked).toBe(2);
  nowMs -= 60_000;
  await checkReady();
  expect(asked).toBe(3);
});

it('a query that takes longer than that is still shared', async () => {
  let open = () => undefined as void;
  gate = new Promise((resolve) => (open = resolve));
  const first = checkReady();
  nowMs += 5_000;
  const second = checkReady();
  open();
  expect(await Promise.all([first, second, checkReady()])).toEqual([READY, READY, READY]);
  expect(asked).toBe(1);
});

it('a failure is shared by the probes that wait for it, and not by later ones', async () => {
  fails = true;
  for (const outcome of await probes(500)) expect(outcome).toMatchObject({ status: 'rejected', reason: REFUSED });
  expect(asked).toBe(1);
  await expect(checkReady()).rejects.toMatchObject(REFUSED);
  expect(asked).toBe(2);
  fails = false;
  expect(await checkReady()).toEqual(READY);
  expect(asked).toBe(3);
});

it('a result of one database does not apply to the next', async () => {
  await checkReady();
  await opened.close();
  await expect(checkReady()).rejects.toMatchObject(REFUSED);
  opened = installCounted(await openTestDatabase());
  await checkReady();
  expect(asked).toBe(2);
});

it('a shutdown is reported immediately, also to waiting probes', async () => {
  await checkReady();
  nowMs += 1_000;
  const waiting = checkReady();
  stop.stopping = true;
  await expect(waiting).rejects.toMatchObject(REFUSED);
  await expect(checkReady()).rejects.toMatchObject(REFUSED);
  expect(asked).toBe(2);
});
