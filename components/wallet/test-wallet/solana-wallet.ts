import { base58 } from '@scure/base';
import { SOLANA } from '@/lib/core/wallet';
import { fromBase64, toBase64 } from '../base64';
import type { TestWallet } from './ask-server';

/** The main network of Solana, as wallets write it. */
const CHAIN = 'solana:mainnet';
const VERSION = '1.0.0';

type Account = { address: string; publicKey: Uint8Array; chains: string[]; features: string[] };
type Listener = (changed: { accounts: Account[] }) => void;
type Look = { name: string; icon: string };

/** A wallet of the Wallet Standard that asks the test wallet. Nobody confirms anything. */
export function createSolanaWallet(wallet: () => TestWallet, look: Look) {
  const listeners = new Set<Listener>();
  let accounts: Account[] = [];
  const change = (next: Account[]) => {
    accounts = next;
    listeners.forEach((listener) => listener({ accounts }));
  };
  const connect = async () => {
    change([toAccount(await wallet().connect(SOLANA))]);
    return { accounts };
  };
  const disconnect = () => Promise.resolve(change([]));
  const on = (_event: string, listener: Listener) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  const features = {
    'standard:connect': { version: VERSION, connect },
    'standard:disconnect': { version: VERSION, disconnect },
    'standard:events': { version: VERSION, on },
    ...signingFeatures(wallet),
  };
  return {
    ...{ version: VERSION, ...look, chains: [CHAIN], features },
    get accounts() {
      return accounts;
    },
  };
}

function signingFeatures(wallet: () => TestWallet) {
  const signTransaction = async ({ transaction }: { transaction: Uint8Array }) => {
    const { signed = '' } = await wallet().sign(SOLANA, { kind: 'transaction', bytes: toBase64(transaction) });
    return { signedTransaction: fromBase64(signed) };
  };
  const signMessage = async ({ message }: { message: Uint8Array }) => {
    const { signature } = await wallet().sign(SOLANA, { kind: 'message', bytes: toBase64(message) });
    return { signedMessage: message, signature: base58.decode(signature) };
  };
  return {
    'solana:signTransaction': {
      version: VERSION,
      supportedTransactionVersions: ['legacy', 0],
      signTransaction: (...inputs: { transaction: Uint8Array }[]) => Promise.all(inputs.map(signTransaction)),
    },
    'solana:signMessage': {
      version: VERSION,
      signMessage: (...inputs: { message: Uint8Array }[]) => Promise.all(inputs.map(signMessage)),
    },
  };
}

function toAccount(address: string): Account {
  return {
    address,
    publicKey: base58.decode(address),
    chains: [CHAIN],
    features: ['solana:signTransaction', 'solana:signMessage'],
  };
}
