import { BASE } from '@/lib/core/wallet';
import type { TestWallet } from './ask-server';

/** Base in hexadecimal, as wallets write it. */
const CHAIN_ID = `0x${Number(BASE.split(':')[1]).toString(16)}`;
/** The code of EIP-1193 for a method that a wallet does not have. */
const UNSUPPORTED = 4200;

type Call = { method: string; params?: readonly unknown[] };
type Listener = (value: unknown) => void;

/** A wallet's provider (EIP-1193) that asks the test wallet. Nobody confirms anything, and it has no node. */
export function createBaseProvider(wallet: () => TestWallet) {
  const listeners = new Map<string, Set<Listener>>();
  let accounts: string[] = [];
  const change = (next: string[]) => {
    accounts = next;
    listeners.get('accountsChanged')?.forEach((listener) => listener(next));
  };
  const connect = async () => {
    change([await wallet().connect(BASE)]);
    return accounts;
  };
  const methods: Record<string, (params: readonly unknown[]) => unknown> = {
    eth_requestAccounts: connect,
    eth_accounts: () => accounts,
    eth_chainId: () => CHAIN_ID,
    wallet_requestPermissions: async () => {
      await connect();
      return [{ parentCapability: 'eth_accounts' }];
    },
    wallet_revokePermissions: () => {
      change([]);
      return null;
    },
    wallet_switchEthereumChain: () => null,
    personal_sign: async ([hex]) =>
      (await wallet().sign(BASE, { kind: 'personal-message', hex: String(hex) })).signature,
    eth_signTypedData_v4: async ([, json]) =>
      (await wallet().sign(BASE, { kind: 'typed-data', json: String(json) })).signature,
  };
  return {
    request: async ({ method, params = [] }: Call): Promise<unknown> => {
      const run = Object.hasOwn(methods, method) ? methods[method] : undefined;
      if (run) return run(params);
      throw Object.assign(new Error(`The test wallet has no ${method}.`), { code: UNSUPPORTED });
    },
    on: (event: string, listener: Listener) => {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener));
    },
    removeListener: (event: string, listener: Listener) => {
      listeners.get(event)?.delete(listener);
    },
  };
}
