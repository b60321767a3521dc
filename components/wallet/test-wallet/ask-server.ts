import { apiFetch } from '@/lib/client/api';
import type { Network } from '@/lib/core/wallet';
import type { LinkedWallets } from '@/lib/profile/contract';
import { LINKED_WALLETS_PATH } from '../use-linked-wallets';
import { findWalletName } from './wallet-name';

const ROUTE = '/api/console/wallet/test-wallet';

/** What a test wallet is asked to sign, as the server takes it. */
export type SignRequest =
  | { kind: 'typed-data'; json: string }
  | { kind: 'personal-message'; hex: string }
  | { kind: 'transaction' | 'message'; bytes: string };

/** The signature; for a transaction also the transaction with it, base64. */
export type Signed = { signature: string; signed?: string };

/** A test wallet, whose keys the server has. */
export type TestWallet = {
  /** Its address on a network, where it has some test USDC then. */
  connect: (network: Network) => Promise<string>;
  sign: (network: Network, request: SignRequest) => Promise<Signed>;
};

/** The test wallet of an account, or of a visitor. @param accountId null for a visitor who is not signed in */
export function testWalletOf(accountId: string | null): TestWallet {
  const ownName = async () => (await apiFetch<{ wallet: string }>(ROUTE)).wallet;
  const name = () => findWalletName(accountId, { ownName, signsIn });
  return {
    connect: async (network) => addressOf(await name(), network),
    sign: async (network, request) => post<Signed>('signature', { wallet: await name(), network, ...request }),
  };
}

/** Whether a test wallet is one of the wallets of the signed-in account. */
async function signsIn(wallet: string): Promise<boolean> {
  const { wallets } = await apiFetch<LinkedWallets>(LINKED_WALLETS_PATH);
  const networks = [...new Set(wallets.map(({ network }) => network))];
  const addresses = await Promise.all(networks.map((network) => addressOf(wallet, network)));
  // Wallets write addresses on Base in two cases, and the server in one.
  const own = addresses.map((address) => address.toLowerCase());
  return wallets.some(({ address }) => own.includes(address.toLowerCase()));
}

const addressOf = async (wallet: string, network: Network) =>
  (await post<{ address: string }>('address', { wallet, network })).address;

const post = <T>(path: string, body: object) => apiFetch<T>(`${ROUTE}/${path}`, { method: 'POST', body });
