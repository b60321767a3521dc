import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeContext } from '../../chat/test-service';
import { findBalance } from '../../ledger/read/balance/find-balance';
import { encodeAs } from '../../media/files/encoding/test-encode';
import type { Database } from '../../platform/db';
import { openTestDatabase } from '../../platform/testing/test-database';
import { listOwnDocuments } from '../../web/index/own/find-own-documents';
import { addDocument } from './add';

const CREDIT = 1_000_000_000n;
const PRICE = 10_000_000n;

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

it('stores nothing if it cannot be charged', async () => {
  const context = await makeContext(CREDIT);
  const { id } = context.caller.account;
  await database.query('alter table usage_record add constraint nothing_now check (false) not valid');
  const adding = addDocument({ file: Buffer.from('High water at noon.'), name: 'tides.txt' }, context);
  await expect(adding).rejects.toThrow();
  await database.query('alter table usage_record drop constraint nothing_now');
  expect(await listOwnDocuments(id)).toEqual([]);
  expect((await findBalance(id)).usdNano).toBe(CREDIT);
});

it('charges once, and reports the charge', async () => {
  const context = await makeContext(CREDIT);
  const { id } = context.caller.account;
  await addDocument({ file: Buffer.from('High water at noon.'), name: 'tides.txt' }, context);
  expect(context.metadata.charge).toMatchObject({ currency: 'USD', chargedNano: PRICE });
  expect((await findBalance(id)).usdNano).toBe(CREDIT - PRICE);
  expect(await database.query('select id from ledger_hold where account_id = $1', [id])).toEqual([]);
});

it('stores nothing, and charges nothing, for a text whose encoding is not recognized', async () => {
  const context = await makeContext(CREDIT);
  const { id } = context.caller.account;
  const file = encodeAs('windows-1253', 'Η στάθμη του νερού στο λιμάνι αλλάζει κάθε μέρα.');
  await expect(addDocument({ file, name: 'λιμάνι.txt' }, context)).rejects.toThrow(
    'The file “λιμάνι.txt” could not be read: the encoding of its text is not recognized; save it as UTF-8, and try again',
  );
  expect(await listOwnDocuments(id)).toEqual([]);
  expect((await findBalance(id)).usdNano).toBe(CREDIT);
});

it('stores nothing, and charges nothing, for who leaves while it is stored', async () => {
  const controller = new AbortController();
  const context = await makeContext(CREDIT, { signal: controller.signal });
  const { id } = context.caller.account;
  // The caller leaves once there is a hold, while the file is read.
  Object.defineProperty(context.metadata, 'hold', {
    set: () => queueMicrotask(() => controller.abort(new Error('left'))),
  });
  const file = Buffer.from('word '.repeat(3_000));
  await expect(addDocument({ file, name: 'free.txt' }, context)).rejects.toThrow('left');
  // The work of who has left goes on for a moment: it waits for the account's row.
  await database.transaction(
    async (tx) => void (await tx.query('select 1 from account where id = $1 for update', [id])),
  );
  expect(await listOwnDocuments(id)).toEqual([]);
  expect((await findBalance(id)).usdNano).toBe(CREDIT);
});
