import { lt } from 'drizzle-orm';
import { clock } from '../../platform/clock';
import { database, type Queryable } from '../../platform/db';
import { walletNonce } from '../tables';
import { type CheckedSignIn, MAX_AGE_MS, SKEW_MS } from './check';

/**
 * Uses up a nonce of a wallet, once in all processes. It is stored until its message is too old, and as much longer as
 * clocks may differ.
 * @param within the transaction that the nonce is used for; by default one of its own
 * @returns false if it was used before
 * @throws ApiError NOT_READY if the database is unavailable
 */
export async function useNonce(
  { wallet: { address }, nonce, issuedAtMs }: CheckedSignIn,
  within: Queryable = database(),
): Promise<boolean> {
  const expiresAt = new Date(issuedAtMs + MAX_AGE_MS + SKEW_MS);
  const rows = await within.query(INSERT, [address, nonce, expiresAt], { name: 'wallet_nonce_use' });
  return rows.length === 1;
}

const INSERT = `
  insert into wallet_nonce (address, nonce, expires_at) values ($1, $2, $3)
    on conflict do nothing returning 1 as used`;

/** Removes nonces whose messages have expired. Several processes may do so at once. */
export async function purgeNonces(): Promise<void> {
  await database()
    .orm.delete(walletNonce)
    .where(lt(walletNonce.expiresAt, new Date(clock.now())));
}
