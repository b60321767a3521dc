import { MAX_ACTIVE_KEYS } from '../../accounts/keys/api-keys';
import { MAX_CHARACTERS_PER_ACCOUNT } from '../../characters/contract';
import { moveCharacters } from '../../characters/own/move';
import { ApiError } from '../../core/errors';
import { transferBalance } from '../../ledger/transfer';
import type { Queryable } from '../../platform/db';
import { MAX_SHARED_BYTES_IN_ALL, MAX_SHARED_CHATS } from '../../shared-chats/constants';
import { countSharedChats, moveSharedChats } from '../../shared-chats/move';
import { movePayments } from '../../x402/top-up/store';
import { closeAccount } from '../close-account';
import { countOwnDocuments, moveOwnDocuments } from '../../web/index/own/move-own-documents';
import { MAX_OWN_DOCUMENTS } from '../../web/index/own/put-own-document';

/** The account of a wallet that is about to be linked to another one, and what it would bring along. */
export type Merge = {
  accountId: string;
  creditNano: bigint;
  keys: number;
  characters: number;
  documents: number;
  /** Of these, what the other account has under the same address or name: they are removed. */
  documentsOfBoth: number;
  sharedChats: number;
  /** Of these, what the other account shares, too: their links are removed. */
  sharedChatsOfBoth: number;
};

type Row = {
  id: string;
  posted: bigint;
  keys: number;
  characters: number;
  /** What the other account has already. */
  ownKeys: number;
  ownCharacters: number;
  isOwner: boolean;
  isBlocked: boolean;
  hasOtherWays: boolean;
  hasStake: boolean;
  isSpecial: boolean;
};

/**
 * The account that a wallet has of its own, besides the one that it is linked to; null if there is none. Both rows must
 * be locked.
 * @throws ApiError CONFLICT if that account is more than a wallet's (it has an email, other ways to sign in, the role of
 *   owner, or something that an operator has given it), or if both together have too many keys, characters, documents,
 *   or shared chats;
 *   API_ACCESS_DISABLED if it is blocked
 */
export async function findMerge(within: Queryable, accountId: string, address: string): Promise<Merge | null> {
  const [found] = await within.query<Row>(FIND, [accountId, address]);
  if (!found) return null;
  if (found.isBlocked) throw new ApiError('API_ACCESS_DISABLED', 'The account of this wallet is blocked.');
  if (found.isOwner) throw conflict('This wallet has the account of an owner, which cannot be merged.');
  if (found.hasOtherWays) {
    throw conflict('This wallet has an account with an email or other ways to sign in. Unlink it there first.');
  }
  if (found.hasStake || found.isSpecial) {
    const what = found.hasStake ? 'a daily amount of DIEM' : 'Pro models or partner limits';
    throw conflict(`The account of this wallet has ${what}. Ask the owner of this installation to move that first.`);
  }
  const { keys, characters } = found;
  if (keys > 0 && keys + found.ownKeys > MAX_ACTIVE_KEYS) {
    throw conflict(`Both accounts together have more than ${MAX_ACTIVE_KEYS} usable keys. Revoke some first.`);
  }
  if (characters > 0 && characters + found.ownCharacters > MAX_CHARACTERS_PER_ACCOUNT) {
    throw conflict(
      `Both accounts together have more than ${MAX_CHARACTERS_PER_ACCOUNT} characters. Delete some first.`,
    );
  }
  return {
    ...{ accountId: found.id, creditNano: found.posted, keys, characters },
    ...(await findDocuments(within, found.id, accountId)),
    ...(await findSharedChats(within, found.id, accountId)),
  };
}

/** @throws ApiError CONFLICT if both accounts together have too many documents */
async function findDocuments(
  within: Queryable,
  mergedId: string,
  accountId: string,
): Promise<Pick<Merge, 'documents' | 'documentsOfBoth'>> {
  const { documents, documentsOfBoth, ownDocuments } = await countOwnDocuments(within, mergedId, accountId);
  const moving = documents - documentsOfBoth;
  if (moving > 0 && moving + ownDocuments > MAX_OWN_DOCUMENTS) {
    throw conflict(`Both accounts together have more than ${MAX_OWN_DOCUMENTS} documents. Remove some first.`);
  }
  return { documents, documentsOfBoth };
}

/** @throws ApiError CONFLICT if both accounts together share too many chats, or too much */
async function findSharedChats(
  within: Queryable,
  mergedId: string,
  accountId: string,
): Promise<Pick<Merge, 'sharedChats' | 'sharedChatsOfBoth'>> {
  const found = await countSharedChats(within, mergedId, accountId);
  const { sharedChats, sharedChatsOfBoth, movingBytes } = found;
  const moving = sharedChats - sharedChatsOfBoth;
  if (moving > 0 && moving + found.ownSharedChats > MAX_SHARED_CHATS) {
    throw conflict(`Both accounts together share more than ${MAX_SHARED_CHATS} chats. Stop sharing some first.`);
  }
  if (moving > 0 && movingBytes + found.ownBytes > MAX_SHARED_BYTES_IN_ALL) {
    const most = `${MAX_SHARED_BYTES_IN_ALL / 1_000_000} MB`;
    throw conflict(`The chats that both accounts share have more than ${most} together. Stop sharing some first.`);
  }
  return { sharedChats, sharedChatsOfBoth };
}

const KEYS_OF = (account: string) => `
  (select count(*)::int from api_key k where k.account_id = ${account} and k.revoked_at is null
    and (k.expires_at is null or k.expires_at > ledger_now()))`;
const CHARACTERS_OF = (account: string) => `(select count(*)::int from "character" c where c.owner_id = ${account})`;

const FIND = `
  select a.id, coalesce(b.posted_nano, 0) as posted, a.role = 'owner' as "isOwner",
      a.blocked_at is not null as "isBlocked", a.pro or a.tier <> 'standard' as "isSpecial",
      ${KEYS_OF('a.id')} as keys, ${KEYS_OF('$1')} as "ownKeys",
      ${CHARACTERS_OF('a.id')} as characters, ${CHARACTERS_OF('$1')} as "ownCharacters",
      a.email is not null or a.password_hash is not null
        or exists (select 1 from account_identity i where i.account_id = a.id)
        or exists (select 1 from account_wallet w where w.account_id = a.id) as "hasOtherWays",
      exists (select 1 from ledger_stake s where s.account_id = a.id and s.staked_nano > 0) as "hasStake"
    from account a left join ledger_balance b on b.account_id = a.id and b.currency = 'USD'
    where a.wallet_address = $2 and a.id <> $1 and a.deleted_at is null`;

/**
 * Moves everything of a wallet's account to the one that the wallet is linked to, and closes it. Its other records are
 * removed after the commit (`removeRecordsOf`).
 * @returns the credit moved, nano-USD
 * @throws ApiError CONFLICT while requests are being paid from its credit; INVALID_REQUEST if the sum would exceed the
 *   maximum of a balance
 */
export async function mergeAccount(
  within: Queryable,
  { accountId: mergedId }: Merge,
  { accountId, address }: { accountId: string; address: string },
): Promise<bigint> {
  await within.query('update api_key set account_id = $2 where account_id = $1 and revoked_at is null', [
    ...[mergedId, accountId],
  ]);
  await moveCharacters(within, mergedId, accountId);
  await moveOwnDocuments(within, mergedId, accountId);
  await moveSharedChats(within, mergedId, accountId);
  await movePayments(within, mergedId, accountId);
  // Blocked first, so that no hold can be made on a balance that is about to leave.
  await closeAccount(within, mergedId);
  return transferBalance(
    {
      ...{ transferId: mergedId, fromAccountId: mergedId, toAccountId: accountId },
      ...{ noteFrom: 'To the account that the wallet is linked to', noteTo: `Credit of the wallet ${address}` },
    },
    within,
  );
}

const conflict = (message: string) => new ApiError('CONFLICT', message);
