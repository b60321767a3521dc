import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../core/ids';
import { database, openDatabase, type Database } from '../../../platform/db';
import { openTestDatabase } from '../../../platform/testing/test-database';
import { startPostgres, type TestPostgres } from '../../../platform/testing/test-postgres';
import { hold } from '../../hold';
import { release } from '../../release';
import { settle } from '../../settle';
import { createTestAccount } from '../../testing/test-account';
import { testBill, testOrder, testRecord } from '../../testing/test-orders';
import { findChargeState } from './find-charge-state';

const begin = async () => {
  const accountId = await createTestAccount(100_000n);
  const held = await hold(testOrder(accountId));
  return { held, asked: { accountId, requestId: newId(), holdId: held.id } };
};

const cases = () => {
  it('is none before the hold, after its release, and after it expired', async () => {
    const { asked } = await begin();
    expect(await findChargeState({ ...asked, holdId: newId() })).toBe('none');
    await release({ holdId: asked.holdId });
    expect(await findChargeState(asked)).toBe('none');
    const late = (await begin()).asked;
    await database().query("update ledger_hold set expires_at = ledger_now() - interval '1 ms' where id = $1", [
      late.holdId,
    ]);
    expect(await findChargeState(late)).toBe('none');
  });

  it('is held while the hold is open, then charged, even with a charge of 0', async () => {
    for (const costNano of [0n, 7n]) {
      const { held, asked } = await begin();
      expect(await findChargeState(asked)).toBe('held');
      await settle({ hold: held, bill: testBill(costNano), record: testRecord({ requestId: asked.requestId }) });
      expect(await findChargeState(asked)).toBe('charged');
      expect(await findChargeState({ ...asked, requestId: newId() })).toBe('none');
    }
  });

  it('is reported only to its own account', async () => {
    const { held, asked } = await begin();
    const accountId = await createTestAccount();
    expect(await findChargeState({ ...asked, accountId })).toBe('none');
    await settle({ hold: held, bill: testBill(1n), record: testRecord({ requestId: asked.requestId }) });
    expect(await findChargeState({ ...asked, accountId })).toBe('none');
  });

  it('is never none while a charge is being settled', async () => {
    const { held, asked } = await begin();
    const seen: string[] = [];
    const record = testRecord({ requestId: asked.requestId });
    let isSettled = false;
    const settling = settle({ hold: held, bill: testBill(1n), record }).finally(() => {
      isSettled = true;
    });
    do {
      seen.push(...(await Promise.all([findChargeState(asked), findChargeState(asked)])));
      // The embedded database responds within a turn of the event loop, and the charge begins at the end of one.
      await new Promise(setImmediate);
    } while (!isSettled);
    await settling;
    expect(seen).not.toContain('none');
    expect(await findChargeState(asked)).toBe('charged');
  });
};

describe('on the embedded database', () => {
  let opened: Database;
  beforeAll(async () => {
    opened = await openTestDatabase();
  });
  afterAll(() => opened.close());
  cases();
});

describe('on PostgreSQL', () => {
  let server: TestPostgres;
  let opened: Database;
  beforeAll(async () => {
    server = await startPostgres();
    opened = await openDatabase({ databaseUrl: server.url, dataDir: '' });
  });
  afterAll(async () => {
    await opened.close();
    await server.stop();
  });
  cases();
});
