import { injectBaseWallet } from './base-wallet';
import { chainsTest, expect } from './chains-test';
import { injectSolanaWallet } from './solana-wallet';
import type { TestWallet } from './test-wallet';

type WalletFixtures = {
  /** A wallet on Base in the page, announced by EIP-6963. */
  baseWallet: TestWallet;
  /** A wallet on Solana in the page, registered by the Wallet Standard. */
  solanaWallet: TestWallet;
};

/** Scenarios on a server that is paid on a local Base and a local Solana. New accounts have no credit. */
export const test = chainsTest.extend<WalletFixtures>({
  environment: [async ({ chains }, use) => use({ ...chains.settings, WELCOME_CREDIT_USD: '0' }), { scope: 'worker' }],
  baseWallet: async ({ page, chains }, use) => use(await injectBaseWallet(page, chains.wallets.base)),
  solanaWallet: async ({ page, chains }, use) => use(await injectSolanaWallet(page, chains.wallets.solana)),
});

export { expect };
