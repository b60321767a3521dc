import { createHmac } from 'node:crypto';
import { sessionSecret } from '../../accounts/session';
import { ApiError } from '../../core/errors';
import type { Network } from '../../core/wallet';
import { settings } from '../../platform/env';

/** Characters of a test wallet's name, hexadecimal. */
const NAME_LENGTH = 32;

/**
 * Refuses as if the route did not exist.
 * @throws ApiError NOT_FOUND without `LOCAL_CHAINS`
 */
export function requireTestMoney(): void {
  if (!settings().localChains) throw new ApiError('NOT_FOUND', 'Test wallets exist only with LOCAL_CHAINS=1.');
}

/** The name of an account's own test wallet; always the same. */
export async function nameOfAccount(accountId: string): Promise<string> {
  return (await digest(`test wallet of the account ${accountId}`)).toString('hex').slice(0, NAME_LENGTH);
}

/** The private key of a test wallet on a network, 32 bytes. It never leaves the server. */
export async function keyOf(wallet: string, network: Network): Promise<Uint8Array> {
  return Uint8Array.from(await digest(`test wallet ${wallet} on ${network}`));
}

async function digest(text: string): Promise<Buffer> {
  return createHmac('sha256', await sessionSecret())
    .update(text)
    .digest();
}
