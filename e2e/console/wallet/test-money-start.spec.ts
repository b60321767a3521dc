import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { leaveSettings } from '../../../scripts/dev-chains';
import { OWNER } from '../../support/fixtures';
import { startFarebox } from '../../support/server';
import { expect, test } from '../../support/wallets/test-money';

/* A server never starts with the wrong kind of money. */

let dataDir: string;
test.beforeEach(() => {
  test.setTimeout(180_000);
  dataDir = mkdtempSync(join(tmpdir(), 'farebox-e2e-'));
});
test.afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const owner = { OWNER_EMAIL: OWNER.email, OWNER_PASSWORD: OWNER.password };

/** Starts a server on the folder and crashes it, so that its database stays. */
async function runOnce(environment: Record<string, string>) {
  await (await startFarebox({ ...owner, ...environment, DATA_DIR: dataDir })).kill();
}

/** What a server prints that does not start. */
async function refusalOf(environment: Record<string, string>): Promise<string> {
  const outcome = await startFarebox({ ...environment, DATA_DIR: dataDir }).catch((error: unknown) => error);
  if (outcome instanceof Error) return outcome.message;
  throw new Error('It started.');
}

test('with LOCAL_CHAINS, it needs running chains, and nothing that is real', async () => {
  const without = await refusalOf({ LOCAL_CHAINS: '1' });
  expect(without).toContain(`there is no ${join(dataDir, 'local-chains.json')}.`);
  expect(without).toContain(`Run “npm run dev:chains” with the same DATA_DIR (${dataDir}), and leave it running.`);
  const open = await refusalOf({ LOCAL_CHAINS: '1', HOST: '0.0.0.0', OPENAI_API_KEY: 'secret-key' });
  expect(open).toContain('HOST="0.0.0.0" must be a loopback address');
  expect(open).toContain('LOCAL_CHAINS=1 serves embedded models only: remove OPENAI_API_KEY.');
  expect(open).not.toContain('secret-key');
});

test('a database of test money needs LOCAL_CHAINS', async ({ chains }) => {
  leaveSettings(chains, dataDir);
  await runOnce({ LOCAL_CHAINS: '1' });
  expect(await refusalOf({})).toContain(
    `The database in DATA_DIR (${dataDir}) is marked for test money for good: it was used with LOCAL_CHAINS=1. Start with LOCAL_CHAINS=1 again, or set DATA_DIR to another one.`,
  );
  await runOnce({ LOCAL_CHAINS: '1' });
});

test('a database with accounts never becomes one of test money', async ({ chains }) => {
  leaveSettings(chains, dataDir);
  await runOnce({});
  expect(await refusalOf({ LOCAL_CHAINS: '1' })).toContain(
    `The database in DATA_DIR (${dataDir}) already has accounts, whose money may be real, and LOCAL_CHAINS=1 marks a database for test money for good. Set DATA_DIR to a new one, or remove LOCAL_CHAINS.`,
  );
});
