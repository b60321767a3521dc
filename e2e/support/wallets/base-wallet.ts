import type { Page } from '@playwright/test';
import type { Hex, TypedDataDefinition } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import type { Keys } from '../../../scripts/chains/keys';
import { ICON, type TestWallet } from './test-wallet';

const NAME = 'Test Wallet';
const BASE_CHAIN = '0x2105';
const OTHER_CHAIN = '0x1';

type Call = { method: string; params?: unknown[] };
/** A provider's answer; an error has a code of EIP-1193. */
type Answer = { result: unknown } | { error: { code: number; message: string } };

declare global {
  interface Window {
    askTestWallet: (call: Call) => Promise<Answer>;
  }
}

/**
 * Gives the page a wallet that announces itself (EIP-6963). It is on another chain until the page asks it to switch, and
 * has no node: whatever else is asked of it is an error.
 */
export async function injectBaseWallet(page: Page, keys: Keys): Promise<TestWallet> {
  const account = privateKeyToAccount(keys.key as Hex);
  const wallet: TestWallet = { name: NAME, address: account.address, declines: false, isSlow: false, signed: 0 };
  let isGranted = false;
  let chain = OTHER_CHAIN;
  const answer = async ({ method, params = [] }: Call): Promise<Answer> => {
    switch (method) {
      case 'eth_requestAccounts':
        isGranted = true;
        return { result: [account.address] };
      case 'eth_accounts':
        return { result: isGranted ? [account.address] : [] };
      case 'eth_chainId':
        return { result: chain };
      case 'wallet_requestPermissions':
        isGranted = true;
        return { result: [{ parentCapability: 'eth_accounts' }] };
      case 'wallet_revokePermissions':
        isGranted = false;
        return { result: null };
      case 'wallet_switchEthereumChain':
        chain = BASE_CHAIN;
        return { result: null };
      case 'personal_sign': {
        if (wallet.isSlow) await new Promise(() => undefined);
        if (wallet.declines) return { error: { code: 4001, message: 'User rejected the request.' } };
        wallet.signed += 1;
        return { result: await account.signMessage({ message: { raw: params[0] as Hex } }) };
      }
      case 'eth_signTypedData_v4': {
        if (wallet.isSlow) await new Promise(() => undefined);
        if (wallet.declines) return { error: { code: 4001, message: 'User rejected the request.' } };
        const { types, ...typed } = JSON.parse(String(params[1])) as TypedDataDefinition;
        const { EIP712Domain: _domain, ...own } = types as Record<string, unknown>;
        wallet.signed += 1;
        return { result: await account.signTypedData({ ...typed, types: own } as TypedDataDefinition) };
      }
      default:
        return { error: { code: 4200, message: `${method} is not supported.` } };
    }
  };
  await page.exposeFunction('askTestWallet', answer);
  await page.addInitScript(announceProvider, { name: NAME, icon: ICON });
  return wallet;
}

/** Runs in the page. */
function announceProvider({ name, icon }: { name: string; icon: string }): void {
  type Listener = (value: unknown) => void;
  const { askTestWallet: ask } = window;
  const listeners = new Map<string, Set<Listener>>();
  const provider = {
    request: async (call: Call) => {
      const answer = await ask(call);
      if ('error' in answer) throw Object.assign(new Error(answer.error.message), { code: answer.error.code });
      if (call.method === 'wallet_switchEthereumChain') {
        const chain = await provider.request({ method: 'eth_chainId' });
        listeners.get('chainChanged')?.forEach((listener) => listener(chain));
      }
      return answer.result;
    },
    on: (event: string, listener: Listener) => {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener));
    },
    removeListener: (event: string, listener: Listener) => void listeners.get(event)?.delete(listener),
  };
  const info = Object.freeze({ uuid: '0b7f6a52-6a1d-4a1f-9d0e-000000000001', name, icon, rdns: 'test.wallet.base' });
  const detail = Object.freeze({ info, provider });
  const announce = () => window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
  window.addEventListener('eip6963:requestProvider', announce);
  announce();
}
