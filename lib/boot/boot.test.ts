import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { newId } from '../core/ids';
import { chargeStream, type Meter } from '../ledger/charge';
import { findUsageRecord } from '../ledger/find-usage-record';
import { createTestAccount } from '../ledger/test-account';
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
  bill: () => ({ costNano: 7n, lines: [{ kind: 'output', units: 1, costNano: 7n }], estimated: true }),
};

it('charges a stream whose reader has left although the stop comes at once', async () => {
  const running = await boot();
  const caller = new AbortController();
  const order = {
    id: newId(),
    accountId: await createTestAccount(1000n),
    keyId: null,
    maximumNano: 400n,
    minimumNano: 1n,
    ttlSeconds: 600,
    requestId: newId(),
    modelId: 'm',
    arrivedAtMs: clock.now(),
    signal: caller.signal,
  };
  const work = async function* () {
    yield 'a';
    await new Promise(() => undefined);
  };
  await chargeStream(order, work, meter)[Symbol.asyncIterator]().next();
  // The first try fails: the charge is still to come when the stop is.
  await database().query('alter table usage_record rename to usage_record_away');
  caller.abort();
  const stopping = running.stop();
  await sleep(50);
  await database().query('alter table usage_record_away rename to usage_record');
  await stopping;

  const again = await openDatabase({ dataDir });
  expect(await findUsageRecord(order)).toMatchObject({ ending: 'client_left', chargedNano: 7n });
  await again.close();
}, 90_000);
