import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { openDatabase } from '../../platform/db';
import { listOwnDocuments } from '../../web/index/own/find-own-documents';
import { CRASH_CREDIT, crashAfterStoring } from './test-crash';

const PRICE = 10_000_000n;

const dataDir = mkdtempSync(join(tmpdir(), 'farebox-crash-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

it('has charged for a document that is there after a crash', async () => {
  const accountId = crashAfterStoring(dataDir);
  const database = await openDatabase({ dataDir });
  expect((await listOwnDocuments(accountId)).map(({ name }) => name)).toEqual(['tides.txt']);
  // The entries, because a hold would lower the balance, too.
  const sum = 'select sum(amount_nano)::bigint as nano from ledger_entry where account_id = $1';
  expect(await database.query(sum, [accountId])).toEqual([{ nano: CRASH_CREDIT - PRICE }]);
  await database.close();
}, 180_000);
