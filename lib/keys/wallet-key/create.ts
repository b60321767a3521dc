import type { ClientAddress } from '../../accounts/caller';
import { insertApiKey } from '../../accounts/keys/api-keys';
import { recordUsedToken } from '../../accounts/sign-up/one-time-link';
import { admitWallet, findWalletAccount, type WalletAccount } from '../../accounts/wallets/wallet-account';
import { invalidField } from '../../core/errors';
import { subjectOfAddress } from '../../limits/subject-of-address';
import { take } from '../../limits/take';
import { database } from '../../platform/db';
import type { CreatedKey } from '../contract';
import { toCreatedKey, toNewKey } from '../create';
import type { CreateWalletKey } from './contract';
import { passKeyLimit } from './limit';
import { requireStake } from './require-stake';
import { readWalletToken, usedToken } from './token';

/**
 * Creates an API key for the holder of a wallet (docs/api-rules.md, "Keys by wallet signature"), for the wallet's
 * account or a new one. The token, the account, and the key are written in one transaction, so that a token creates one
 * key. Signatures of contract wallets (EIP-1271) are not supported: they need a node of their chain.
 * @throws ApiError RATE_LIMIT_EXCEEDED; INVALID_REQUEST naming `token`, `signature`, `address` (no stake) or
 *   `expiresAt`, and for the 501st key; UNAUTHORIZED if new wallets are not accepted; API_ACCESS_DISABLED; NOT_READY if
 *   the stake cannot be read
 */
export async function createKeyByWallet(
  body: CreateWalletKey,
  { client }: { client: ClientAddress },
): Promise<CreatedKey> {
  take('walletKey', subjectOfAddress(client.address));
  const { expiresAt } = await readWalletToken(body.token);
  const walletAddress = body.address.toLowerCase();
  await requireSignature(body, walletAddress);
  const wanted = toNewKey(body);
  const known = await findWalletAccount(database(), walletAddress);
  if (known) await passKeyLimit(known);
  await requireStake(walletAddress);
  if (!known) take('signUp', subjectOfAddress(client.address));
  const created = await database().transaction(async (within) => {
    const holder: WalletAccount = await admitWallet(within, walletAddress);
    const created = await insertApiKey(within, { ...wanted, accountId: holder.id });
    if (!(await recordUsedToken(within, { token: body.token, accountId: holder.id, expiresAt }))) throw usedToken();
    return created;
  });
  return toCreatedKey(created);
}

/** @throws ApiError INVALID_REQUEST if another wallet signed, or another text was signed */
async function requireSignature({ token, signature }: CreateWalletKey, walletAddress: string): Promise<void> {
  // viem is loaded here at first use, because most installations never need it.
  const { recoverMessageAddress } = await import('viem');
  const signer = await recoverMessageAddress({ message: token, signature: signature as `0x${string}` }).catch(
    () => null,
  );
  if (signer?.toLowerCase() !== walletAddress) {
    throw invalidField(['signature'], 'Must be the token, signed by the wallet at `address`');
  }
}
