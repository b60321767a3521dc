import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { newId } from '../core/ids';
import { FsyncNodeFS } from '../platform/database/pglite-files';
import { pgliteDatabase, startPglite } from '../platform/database/pglite';
import { database, installDatabase, openDatabase } from '../platform/db';
import { testPicture } from '../platform/test-database';
import { startPostgres } from '../platform/test-postgres';
import { credit } from './credit';
import { hold } from './hold';
import { release } from './release';
import { settle } from './settle';
import { createTestAccount } from './test-account';
import { startTestProcess, type Place } from './test-process';

const ROUNDS = Number(process.env.FAREBOX_ROUNDS ?? 2);

const folders: string[] = [];
const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'farebox-durability-'));
  folders.push(folder);
  return folder;
};
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

/** Lets a process write, kills it amid, and returns what was acknowledged. `amid` may kill more. */
async function writeAndKill(place: Place, accountId: string, amid?: () => Promise<void>): Promise<string[]> {
  const writer = startTestProcess('writer', place, accountId);
  try {
    await writer.printed(20);
    await sleep(Math.random() * 400);
    await amid?.();
  } finally {
    await writer.kill();
  }
  return writer.lines.slice(1);
}

async function expectEveryOne(acknowledged: string[], accountId: string): Promise<void> {
  expect(acknowledged.length).toBeGreaterThan(15);
  const entries = await database().query<{ id: string; amount_nano: bigint }>(
    'select id, amount_nano from ledger_entry where account_id = $1',
    [accountId],
  );
  const charged = await database().query<{ hold_id: string }>(
    'select hold_id from usage_record where account_id = $1 and charged_nano = 7',
    [accountId],
  );
  const booked = new Map(entries.map((entry) => [entry.id, entry.amount_nano]));
  expect(entries).toHaveLength(booked.size);
  expect(acknowledged.filter((id) => booked.get(id) !== (id.startsWith('charge:') ? -7n : 1000n))).toEqual([]);
  expect(charged.map((row) => `charge:${row.hold_id}`).sort()).toEqual(
    [...booked.keys()].filter((id) => id.startsWith('charge:')).sort(),
  );
  const [sums] = await database().query<{ posted: bigint; entries: bigint }>(
    `select (select posted_nano from ledger_balance where account_id = $1) as posted,
       (select sum(amount_nano)::bigint from ledger_entry where account_id = $1) as entries`,
    [accountId],
  );
  expect(sums?.posted).toBe(sums?.entries);
}

it(
  'embedded: after kill -9 amid writes every acknowledged one is there once',
  async () => {
    const place = { dataDir: newFolder() };
    await (await startPglite(new FsyncNodeFS(join(place.dataDir, 'db')), await testPicture())).close();
    const first = await openDatabase(place);
    const account = await createTestAccount();
    await first.close();
    const acknowledged: string[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      acknowledged.push(...(await writeAndKill(place, account)));
      const again = await openDatabase(place);
      await expectEveryOne(acknowledged, account);
      await again.close();
    }
  },
  60_000 + ROUNDS * 30_000,
);

it(
  'PostgreSQL: after kill -9 of server and client amid writes every acknowledged one is there once',
  async () => {
    const server = await startPostgres();
    const place = { databaseUrl: server.url, dataDir: '' };
    try {
      const first = await openDatabase(place);
      const account = await createTestAccount();
      await first.close();
      const acknowledged: string[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        acknowledged.push(...(await writeAndKill(place, account, () => server.kill9())));
        await server.restart();
        const again = await openDatabase(place);
        await expectEveryOne(acknowledged, account);
        await again.close();
      }
    } finally {
      await server.stop();
    }
  },
  60_000 + ROUNDS * 30_000,
);

describe('embedded: the flush', () => {
  it('holds and releases do without, settles and credits ask for it before they are acknowledged', async () => {
    const files = new FsyncNodeFS(newFolder());
    const opened = installDatabase(await pgliteDatabase(await startPglite(files, await testPicture())));
    const account = await createTestAccount(100_000n);
    const count = async (work: () => Promise<unknown>) => {
      const before = files.fsyncCount;
      await work();
      return files.fsyncCount - before;
    };
    const order = () => ({
      id: newId(),
      accountId: account,
      keyId: null,
      maximumNano: 10n,
      minimumNano: 10n,
      ttlSeconds: 600,
    });
    for (let run = 0; run < 20; run += 1) {
      const released = order();
      expect(await count(() => hold(released))).toBe(0);
      expect(await count(() => release({ holdId: released.id }))).toBe(0);
      const held = await hold(order());
      const bill = { costNano: 5n, lines: [], estimated: false };
      const record = {
        requestId: newId(),
        modelId: 'm',
        ending: 'completed',
        firstTokenMs: null,
        durationMs: 1,
      } as const;
      expect(await count(() => settle({ hold: held, bill, record }))).toBeGreaterThan(0);
      const given = { entryId: newId(), accountId: account, currency: 'USD', kind: 'GRANT', amountNano: 1n } as const;
      expect(await count(() => credit(given))).toBeGreaterThan(0);
    }
    await opened.close();
  });
});
