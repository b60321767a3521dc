import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { leaveSettings } from '../../../scripts/dev-chains';
import { chainsTest, expect } from './chains-test';

/** Scenarios on a server with test money, beside the chains of `npm run dev:chains`. New accounts have no credit. */
export const test = chainsTest.extend({
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
