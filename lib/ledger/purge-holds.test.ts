import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { FsyncNodeFS } from '../platform/database/pglite-files';
import { startPglite } from '../platform/database/pglite';
import { database, openDatabase } from '../platform/db';
import { testSnapshot } from '../platform/testing/test-database';
import { hold } from './hold';
import { voidOpenHolds } from './purge-holds';
import { release } from './release';
import { createTestAccount } from './testing/test-account';
import { testOrder } from './testing/test-orders';

let folder: string;
let runs = 0;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'farebox-holds-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Does something with an embedded database, and then has its process die. @returns the holds that the next start finds */
async function foundAfterCrash(work: (account: string) => Promise<void>): Promise<number> {
  const dataDir = join(folder, `run-${(runs += 1)}`);
  await (await startPglite(new FsyncNodeFS(join(dataDir, 'db')), await testSnapshot())).close();
  const opened = await openDatabase({ dataDir });
  await work(await createTestAccount(1_000_000n));
  // What a process that is killed leaves are its files as they are at that moment.
  cpSync(join(dataDir, 'db'), join(dataDir, 'left', 'db'), { recursive: true });
  await opened.close();
  const next = await openDatabase({ dataDir: join(dataDir, 'left') });
  const found = await voidOpenHolds();
  expect(await database().query("select id from ledger_hold where state = 'open'")).toEqual([]);
  await next.close();
  return found;
}

const holdMany = (account: string, count: number) =>
  Promise.all(Array.from({ length: count }, () => hold(testOrder(account))));
/** Longer than until a hold is on disk. */
const A_WHILE_MS = 2_000;

it('a start finds all requests that a killed process had in flight, although nothing else was written', async () => {
  const found = await foundAfterCrash(async (account) => {
    await holdMany(account, 6);
    await sleep(A_WHILE_MS);
    await holdMany(account, 10);
    await sleep(A_WHILE_MS);
  });
  expect(found).toBe(16);
}, 60_000);

it('and none that had been released', async () => {
  const found = await foundAfterCrash(async (account) => {
    const holds = await holdMany(account, 3);
    await sleep(A_WHILE_MS);
    await release({ holdId: holds[0]?.id ?? '' });
    await sleep(A_WHILE_MS);
  });
  expect(found).toBe(2);
}, 60_000);
