import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DevChains, leaveSettings, startDevChains } from '../../../scripts/dev-chains';
import { expect, test as base } from '../fixtures';

/** Scenarios on a server with test money, beside the chains of `npm run dev:chains`. New accounts have no credit. */
export const test = base.extend<object, { chains: DevChains }>({
  chains: [
    async ({}, use) => {
      const chains = await startDevChains({ base: 0, solana: 0 });
      await use(chains);
      await chains.stop();
    },
    { scope: 'worker' },
  ],
  environment: [
    async ({ chains }, use) => {
      // The server removes it when it stops.
      const dataDir = mkdtempSync(join(tmpdir(), 'farebox-e2e-'));
      leaveSettings(chains, dataDir);
      await use({ LOCAL_CHAINS: '1', DATA_DIR: dataDir, WELCOME_CREDIT_USD: '0' });
    },
    { scope: 'worker' },
  ],
});

export { expect };
