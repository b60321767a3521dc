import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { database, type Database } from '../../platform/db';
import { openTestDatabase } from '../../platform/testing/test-database';
import { newId } from '../../core/ids';
import { clock } from '../../platform/clock';
import { hold } from '../hold';
import { findUsageRecord } from '../read/history/find-usage-record';
import { createTestAccount } from '../testing/test-account';
import { testBill, testOrder, testRecord } from '../testing/test-orders';
import type { Charge } from '../types';
import { chargeStream } from './charge';
import { settleInBackground } from './settle-with-retry';
import { openPendingCharges } from './pending-charges';

const dataDir = mkdtempSync(join(tmpdir(), 'farebox-unbooked-'));
const folder = join(dataDir, 'unbooked');
let opened: Database;
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(async () => {
  await opened.close();
  rmSync(dataDir, { recursive: true, force: true });
});

async function newCharge(): Promise<Charge> {
  const held = await hold(testOrder(await createTestAccount(2n ** 60n), { maximumNano: 2n ** 55n }));
  return { hold: held, bill: testBill(2n ** 54n + 1n), record: testRecord() };
}
const forbidSettling = () =>
  database().query('alter table usage_record add constraint nothing_now check (false) not valid');
const allowSettling = () => database().query('alter table usage_record drop constraint nothing_now');
const recordOf = ({ hold: { accountId }, record: { requestId } }: Charge) => findUsageRecord({ accountId, requestId });
const until = async (condition: () => Promise<boolean> | boolean) => {
  for (let tries = 0; !(await condition()); tries += 1) {
    if (tries > 500) throw new Error('It never came to be.');
    await sleep(10);
  }
};

it('is saved to disk while it cannot be settled, readable only by its owner, and removed once it is settled', async () => {
  expect(await openPendingCharges(dataDir)).toEqual([]);
  const charge = await newCharge();
  await forbidSettling();
  await settleInBackground(charge);
  expect(readdirSync(folder)).toEqual([`${charge.hold.id}.json`]);
  expect(statSync(join(folder, `${charge.hold.id}.json`)).mode & 0o777).toBe(0o600);
  // Another start finds it as it was, amounts beyond 2^53 too.
  expect(await openPendingCharges(dataDir)).toEqual([charge]);
  await allowSettling();
  await until(() => readdirSync(folder).length === 0);
  expect(await recordOf(charge)).toMatchObject({ chargedNano: 2n ** 54n + 1n });
});

it('of an earlier run is settled once, even if it had been settled already', async () => {
  const charge = await newCharge();
  await settleInBackground(charge);
  await settleInBackground(charge);
  await until(async () => (await recordOf(charge)) !== null);
  await until(() => readdirSync(folder).length === 0);
  const [sum] = await database().query(
    'select sum(amount_nano)::bigint as nano from ledger_entry where account_id = $1',
    [charge.hold.accountId],
  );
  expect(sum).toEqual({ nano: 2n ** 60n - (2n ** 54n + 1n) });
});

it('skips files that are not charges, and keeps them', async () => {
  writeFileSync(join(folder, 'cut.json'), '{"hold":');
  writeFileSync(join(folder, 'other.json'), '{"hold":{"id":1}}');
  expect(await openPendingCharges(dataDir)).toEqual([]);
  expect(readdirSync(folder)).toEqual(['cut.json', 'other.json']);
});

describe('a complete stream that cannot be charged now', () => {
  /** Reads a stream of one part to its end. @returns what it threw, and the charges on disk at that moment */
  async function readUncharged(requestId: string): Promise<{ thrown: unknown; saved: string }> {
    const accountId = await createTestAccount(1_000n);
    const record = { requestId, modelId: 'm', modelType: 'text', arrivedAtMs: clock.now() };
    const stream = chargeStream(
      { ...testOrder(accountId), ...record },
      async function* () {
        yield 'a';
      },
      { add: () => undefined, produced: () => true, firstAtMs: () => null, bill: () => testBill(10n) },
    );
    const reader = stream[Symbol.asyncIterator]();
    expect(await reader.next()).toMatchObject({ value: 'a' });
    return reader.next().then(
      () => expect.unreachable('It was charged.'),
      (thrown: unknown) => ({ thrown, saved: savedTexts() }),
    );
  }
  /** The texts of all saved charges; drafts are none yet. */
  const savedTexts = () => {
    const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.json')) : [];
    return names.map((name) => readFileSync(join(folder, name), 'utf8')).join('\n');
  };
  const promised = { code: 'NOT_READY', message: expect.stringContaining('charged later') };

  it('is on disk when its reader gets the error that announces it', async () => {
    await openPendingCharges(dataDir);
    const requestId = newId();
    await forbidSettling();
    const { thrown, saved } = await readUncharged(requestId).finally(allowSettling);
    expect(thrown).toMatchObject(promised);
    expect(saved).toContain(requestId);
    await until(() => !savedTexts().includes(requestId));
  });

  it('is charged later from memory if it cannot be saved either', async () => {
    const requestId = newId();
    await forbidSettling();
    renameSync(folder, `${folder}-away`);
    const { thrown, saved } = await readUncharged(requestId).finally(allowSettling);
    renameSync(`${folder}-away`, folder);
    expect(thrown).toMatchObject(promised);
    expect(saved).toBe('');
    const charged = () => database().query('select 1 from usage_record where request_id = $1', [requestId]);
    await until(async () => (await charged()).length === 1);
  });
});

describe('drafts of an earlier run', () => {
  it('that are complete become charges; others are deleted', async () => {
    for (const name of readdirSync(folder)) rmSync(join(folder, name));
    const charge = await newCharge();
    await forbidSettling();
    await settleInBackground(charge);
    const name = `${charge.hold.id}.json`;
    const text = readFileSync(join(folder, name), 'utf8');
    // Killed before the rename, and amid writing.
    renameSync(join(folder, name), join(folder, `${name}.0a1b2c3d.draft`));
    for (const [end, cut] of [0, 1, text.length - 1].entries())
      writeFileSync(join(folder, `${newId()}.json.0000000${end}.draft`), text.slice(0, cut));
    expect(await openPendingCharges(dataDir)).toEqual([charge]);
    expect(readdirSync(folder)).toEqual([name]);
    await allowSettling();
    await until(() => readdirSync(folder).length === 0);
    expect(await recordOf(charge)).toMatchObject({ chargedNano: 2n ** 54n + 1n });
  });

  it('whose ids could lead out of the folder are deleted', async () => {
    const charge = { ...(await newCharge()) };
    charge.hold = { ...charge.hold, id: '../elsewhere' };
    const text = JSON.stringify(charge, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value));
    writeFileSync(join(folder, 'one.json.00000000.draft'), text);
    expect(await openPendingCharges(dataDir)).toEqual([]);
    expect(readdirSync(folder)).toEqual([]);
    expect(readdirSync(dataDir)).toEqual(['unbooked']);
  });
});
