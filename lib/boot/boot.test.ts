import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { newId } from '../core/ids';
import { chargeStream } from '../ledger/charge/charge';
import type { Meter } from '../ledger/charge/types';
import { findUsageRecord } from '../ledger/read/history/find-usage-record';
import { createTestAccount } from '../ledger/testing/test-account';
import { testBill, testOrder } from '../ledger/testing/test-orders';
import { clock } from '../platform/clock';
import { database, openDatabase } from '../platform/db';
import { boot } from './boot';

let dataDir: string;
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'farebox-boot-'));
  vi.stubEnv('DATA_DIR', dataDir);
  vi.stubEnv('DATABASE_URL', '');
  vi.stubEnv('EMBEDDED_MODELS', 'none');
});
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(dataDir, { recursive: true, force: true });
});

const meter: Meter<string> = {
  add: () => undefined,
  produced: () => true,
  firstAtMs: () => null,
  bill: () => testBill(7n, true),
};

it('charges a stream whose client disconnected even if shutdown follows immediately', async () => {
  const running = await boot();
  const caller = new AbortController();
  const order = {
    ...testOrder(await createTestAccount(1000n)),
    requestId: newId(),
    modelId: 'm',
    modelType: 'text',
    arrivedAtMs: clock.now(),
    signal: caller.signal,
  };
  const work = async function* () {
    yield 'a';
    await new Promise(() => undefined);
  };
  await chargeStream(order, work, meter)[Symbol.asyncIterator]().next();
  // The first attempt fails, so the charge is still pending at shutdown.
  await database().query('alter table usage_record add constraint nothing_now check (false) not valid');
  caller.abort();
  const stopping = running.stop();
  await sleep(50);
  await database().query('alter table usage_record drop constraint nothing_now');
  await stopping;

  const again = await openDatabase({ dataDir });
  expect(await findUsageRecord(order)).toMatchObject({ ending: 'client_left', chargedNano: 7n });
  await again.close();
}, 90_000);
