import { startDevChains, type DevChains } from '../../../scripts/dev-chains';
import { expect, test as base } from '../fixtures';

/** Scenarios beside a local Base and a local Solana, as `npm run dev:chains` runs them. */
export const chainsTest = base.extend<object, { chains: DevChains }>({
  chains: [
    async ({}, use) => {
      const chains = await startDevChains({ base: 0, solana: 0 });
      await use(chains);
      await chains.stop();
    },
    { scope: 'worker' },
  ],
});

export { expect };
