import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { newId } from '../core/ids';
import { chargeStream, type Meter } from '../ledger/charge';
import { findUsageRecord } from '../ledger/find-usage-record';
import { createTestAccount } from '../ledger/test-account';
import { clock } from '../platform/clock';
import { openDatabase } from '../platform/db';
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
  caller.abort();
  await running.stop();

  const again = await openDatabase({ dataDir });
  expect(await findUsageRecord(order)).toMatchObject({ ending: 'client_left', chargedNano: 7n });
  await again.close();
});
