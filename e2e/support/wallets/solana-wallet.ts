import type { Page } from '@playwright/test';
import { base58 } from '@scure/base';
import { createKeyPairFromBytes, signBytes } from '@solana/kit';
import type { Keys } from '../../../scripts/chains/keys';
import { ICON, type TestWallet } from './test-wallet';

const NAME = 'Test Solana';
const SIGNATURE_BYTES = 64;
const KEY_BYTES = 32;
/** The first bit of a message with a version. */
const VERSIONED = 0x80;

/** Gives the page a wallet that registers itself (Wallet Standard) and signs transactions and messages. */
export async function injectSolanaWallet(page: Page, { address, key }: Keys): Promise<TestWallet> {
  const { privateKey } = await createKeyPairFromBytes(base58.decode(key));
  const wallet: TestWallet = { name: NAME, address, declines: false, isSlow: false, signed: 0 };
  const sign = async (bytes: number[]): Promise<number[] | null> => {
    if (wallet.isSlow) await new Promise(() => undefined);
    if (wallet.declines) return null;
    const transaction = Uint8Array.from(bytes);
    const count = transaction[0] ?? 0;
    const message = transaction.slice(1 + count * SIGNATURE_BYTES);
    const signature = await signBytes(privateKey, message);
    transaction.set(signature, 1 + signerIndex(message, base58.decode(address)) * SIGNATURE_BYTES);
    wallet.signed += 1;
    return Array.from(transaction);
  };
  const signText = async (bytes: number[]): Promise<number[] | null> => {
    if (wallet.declines) return null;
    wallet.signed += 1;
    return Array.from(await signBytes(privateKey, Uint8Array.from(bytes)));
  };
  await page.exposeFunction('signWithTestWallet', sign);
  await page.exposeFunction('signTextWithTestWallet', signText);
  await page.addInitScript(registerWallet, {
    ...{ name: NAME, icon: ICON, address },
    publicKey: Array.from(base58.decode(address)),
  });
  return wallet;
}

/** Which signature of a message is the wallet's: signers are the first accounts. */
function signerIndex(message: Uint8Array, key: Uint8Array): number {
  const header = (message[0] ?? 0) & VERSIONED ? 1 : 0;
  const keys = header + 4;
  const signers = message[header] ?? 0;
  const index = Array.from({ length: signers }, (_, at) => keys + at * KEY_BYTES).findIndex((from) =>
    key.every((byte, at) => message[from + at] === byte),
  );
  if (index < 0) throw new Error('The wallet is not a signer of this transaction.');
  return index;
}

declare global {
  interface Window {
    /** Null if the person declines. */
    signWithTestWallet: (bytes: number[]) => Promise<number[] | null>;
    signTextWithTestWallet: (bytes: number[]) => Promise<number[] | null>;
  }
}

type Registered = { name: string; icon: string; address: string; publicKey: number[] };

/** Runs in the page. */
function registerWallet({ name, icon, address, publicKey }: Registered): void {
  type Input = { transaction: Uint8Array };
  type Api = { register: (wallet: object) => void };
  type Listener = (changed: { accounts: object[] }) => void;
  const { signWithTestWallet, signTextWithTestWallet } = window;
  const account = Object.freeze({
    address,
    publicKey: Uint8Array.from(publicKey),
    chains: ['solana:mainnet'],
    features: ['solana:signTransaction', 'solana:signMessage', 'solana:signAndSendTransaction'],
  });
  let accounts: object[] = [];
  const listeners = new Set<Listener>();
  const change = (next: object[]) => {
    accounts = next;
    listeners.forEach((listener) => listener({ accounts }));
  };
  const signOne = async ({ transaction }: Input) => {
    const signed = await signWithTestWallet(Array.from(transaction));
    if (signed === null) throw new Error('User rejected the request.');
    return { signedTransaction: Uint8Array.from(signed) };
  };
  const signMessage = async ({ message }: { message: Uint8Array }) => {
    const signature = await signTextWithTestWallet(Array.from(message));
    if (signature === null) throw new Error('User rejected the request.');
    return { signedMessage: message, signature: Uint8Array.from(signature) };
  };
  const versions = { version: '1.0.0', supportedTransactionVersions: ['legacy', 0] };
  const features = {
    'standard:connect': {
      version: '1.0.0',
      connect: () => {
        change([account]);
        return Promise.resolve({ accounts });
      },
    },
    'standard:disconnect': { version: '1.0.0', disconnect: () => Promise.resolve(change([])) },
    'standard:events': {
      version: '1.0.0',
      on: (_event: string, listener: Listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    'solana:signTransaction': {
      ...versions,
      signTransaction: (...inputs: Input[]) => Promise.all(inputs.map(signOne)),
    },
    'solana:signMessage': {
      version: '1.0.0',
      signMessage: (...inputs: { message: Uint8Array }[]) => Promise.all(inputs.map(signMessage)),
    },
    'solana:signAndSendTransaction': {
      ...versions,
      signAndSendTransaction: () => Promise.reject(new Error('The page must not send transactions.')),
    },
  };
  const wallet = {
    ...{ version: '1.0.0', name, icon, chains: ['solana:mainnet'], features },
    get accounts() {
      return accounts;
    },
  };
  const register = (api: Api) => api.register(wallet);
  window.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: register }));
  window.addEventListener('wallet-standard:app-ready', (event) => register((event as CustomEvent<Api>).detail));
}
