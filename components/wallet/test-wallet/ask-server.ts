import { apiFetch } from '@/lib/client/api';
import type { Network } from '@/lib/core/wallet';
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
  const name = () => findWalletName(accountId, async () => (await apiFetch<{ wallet: string }>(ROUTE)).wallet);
  const post = async <T>(path: string, body: object): Promise<T> =>
    apiFetch<T>(`${ROUTE}/${path}`, { method: 'POST', body: { wallet: await name(), ...body } });
  return {
    connect: async (network) => (await post<{ address: string }>('address', { network })).address,
    sign: (network, request) => post<Signed>('signature', { network, ...request }),
  };
}
