import { lt } from 'drizzle-orm';
import { clock } from '../../platform/clock';
import { arrayLiteral } from '../../platform/database/array-literal';
import { inBatches } from '../../platform/database/in-batches';
import { database, type Queryable } from '../../platform/db';
import { walletNonce } from '../tables';
import { type CheckedSignIn, MAX_AGE_MS, SKEW_MS } from './check';

/**
 * Uses up a nonce of a wallet, once in all processes. It is stored until its message is too old, and as much longer as
 * clocks may differ. Nonces that arrive together share a commit.
 * @param within the transaction that the nonce is used for; by default one of its own
 * @returns false if it was used before
 * @throws ApiError NOT_READY if the database is unavailable
 */
export async function useNonce(checked: CheckedSignIn, within?: Queryable): Promise<boolean> {
  const used: UsedNonce = {
    address: checked.wallet.address,
    nonce: checked.nonce,
    expiresAt: new Date(checked.issuedAtMs + MAX_AGE_MS + SKEW_MS),
  };
  if (within === undefined) return insertTogether(used);
  return (await insert([used], within))[0] === true;
}

type UsedNonce = { address: string; nonce: string; expiresAt: Date };

/** If the answer of a call is lost after its commit, the retry finds all used: wallets sign again, and none signs in twice. */
const insertTogether = inBatches<UsedNonce, boolean>('wallet-nonces', (nonces) => insert(nonces, database()));

/** @returns for each, whether it is new; of two that are the same, only the first is */
async function insert(nonces: UsedNonce[], within: Queryable): Promise<boolean[]> {
  const values = [
    arrayLiteral(nonces.map(({ address }) => address)),
    arrayLiteral(nonces.map(({ nonce }) => nonce)),
    arrayLiteral(nonces.map(({ expiresAt }) => expiresAt.toISOString())),
  ];
  const rows = await within.query<{ address: string; nonce: string }>(INSERT, values, { name: 'wallet_nonce_use' });
  const isNew = new Set(rows.map(nameOf));
  return nonces.map((one) => isNew.delete(nameOf(one)));
}

/** Neither part has a space. */
const nameOf = ({ address, nonce }: { address: string; nonce: string }): string => `${address} ${nonce}`;

/** In order, so that two processes with the same nonces never wait for each other. */
const INSERT = `
  insert into wallet_nonce (address, nonce, expires_at)
    select * from unnest($1::text[], $2::text[], $3::timestamptz[]) order by 1, 2
    on conflict do nothing returning address, nonce`;

/** Removes nonces whose messages have expired. Several processes may do so at once. */
export async function purgeNonces(): Promise<void> {
  await database()
    .orm.delete(walletNonce)
    .where(lt(walletNonce.expiresAt, new Date(clock.now())));
}
