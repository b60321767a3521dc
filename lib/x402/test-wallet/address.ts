import type { RunContext } from '../../accounts/caller';
import { ApiError } from '../../core/errors';
import { BASE, type Network } from '../../core/wallet';
import { log } from '../../platform/log';
import { askOf, nodeOf } from '../chain/node';
import type { TestAddressBody } from './bodies';
import { nameOfAccount, requireTestMoney } from './keys';
import { baseSigner, solanaSigner } from './signer';

/** What a test wallet has whenever a page connects it: 1,000 USDC. */
const FUNDS_MICRO_USDC = '1000000000';

/**
 * `GET /api/console/wallet/test-wallet`: the name of the account's own test wallet.
 * @throws ApiError NOT_FOUND without `LOCAL_CHAINS`
 */
export async function ownTestWallet({ caller: { account } }: Pick<RunContext, 'caller'>): Promise<{ wallet: string }> {
  requireTestMoney();
  return { wallet: await nameOfAccount(account.id) };
}

/**
 * `POST /api/console/wallet/test-wallet/address`: a test wallet's address on a network, where it gets test USDC.
 * @throws ApiError NOT_FOUND without `LOCAL_CHAINS`, NOT_READY if the local chain does not answer
 */
export async function connectTestWallet({ wallet, network }: TestAddressBody): Promise<{ address: string }> {
  requireTestMoney();
  const address = network === BASE ? (await baseSigner(wallet)).address : (await solanaSigner(wallet)).address;
  await fund(network, address);
  return { address };
}

async function fund(network: Network, address: string): Promise<void> {
  try {
    await askOf(nodeOf(network))({ method: 'farebox_fillUpUsdc', params: [address, FUNDS_MICRO_USDC] });
  } catch (cause) {
    log.warn({ network, err: cause }, 'a test wallet got no test money: is “npm run dev:chains” running?');
    throw new ApiError('NOT_READY', 'The local chain does not answer. Is “npm run dev:chains” still running?', {
      cause,
    });
  }
}
