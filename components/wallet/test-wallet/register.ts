import { type TestWallet, testWalletOf } from './ask-server';
import { createBaseProvider } from './base-provider';
import { createSolanaWallet } from './solana-wallet';

const NAME = 'Test wallet';
const ICON =
  'data:image/svg+xml,' +
  encodeURIComponent(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="#fff" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round"><rect width="24" height="24" rx="6" fill="#8a6100" stroke="none"/><path d="M10 5.5v5l-4 6.6a1 1 0 0 0 .9 1.4h10.2a1 1 0 0 0 .9-1.4l-4-6.6v-5M9 5.5h6M8 14h8"/></svg>',
  );

let current: TestWallet | null = null;

/**
 * Puts the test wallet beside the wallets of this browser, on Base (EIP-6963) and on Solana (Wallet Standard), for every
 * list of wallets on this page. Only where the money is test money: the server refuses it elsewhere.
 * @param accountId the signed-in account; null for a visitor
 */
export function registerTestWallet(accountId: string | null): void {
  const isRegistered = current !== null;
  const wallet = testWalletOf(accountId);
  current = wallet;
  if (isRegistered) return;
  const latest = () => current ?? wallet;
  announceOnBase(latest);
  registerOnSolana(latest);
}

function announceOnBase(wallet: () => TestWallet): void {
  const info = { uuid: crypto.randomUUID(), name: NAME, icon: ICON, rdns: 'localhost.farebox.test-wallet' };
  const detail = Object.freeze({ info: Object.freeze(info), provider: createBaseProvider(wallet) });
  const announce = () => window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
  window.addEventListener('eip6963:requestProvider', announce);
  announce();
}

function registerOnSolana(wallet: () => TestWallet): void {
  const registered = createSolanaWallet(wallet, { name: NAME, icon: ICON });
  const register = (api: { register: (wallet: object) => unknown }) => void api.register(registered);
  window.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: register }));
  window.addEventListener('wallet-standard:app-ready', (event) => {
    if (event instanceof CustomEvent) register(event.detail as Parameters<typeof register>[0]);
  });
}
