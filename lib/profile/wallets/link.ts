import { forgetAccount } from '../../accounts/account-cache';
import type { ClientAddress } from '../../accounts/caller';
import { accountDeletedMeanwhile } from '../../accounts/lock-account';
import { lockAccountCreation } from '../../accounts/sign-up/create-account';
import { forgetPrompts } from '../../characters/prompt/known-prompts';
import { ApiError, invalidField, isApiError } from '../../core/errors';
import { usdNumber } from '../../core/money';
import { MINUTE_MS } from '../../core/time';
import { take } from '../../limits/take';
import { database, type Queryable } from '../../platform/db';
import { log } from '../../platform/log';
import type { CheckedSignIn } from '../../x402/siwx/check';
import { requirePageMessage } from '../../x402/siwx/page-message';
import { readSignIn, requireSignature, spendNonce } from '../../x402/siwx/sign-in';
import { lockOpenPayments } from '../../x402/top-up/store';
import { removeRecordsOf } from '../close-account';
import type { LinkOutcome, LinkWallet } from '../contract';
import type { Person } from '../person';
import { findMerge, type Merge, mergeAccount } from './merge';
import { linkTo, requireFreshSignIn, signInAgain } from './message';

/** Wallets that an account may have. */
const MAX_WALLETS = 20;

/** A locked row of an account; `isOwner`: the wallet is its own. */
type Locked = { id: string; isDeleted: boolean; isBlocked: boolean; isOwner: boolean; sessionVersion: number };

/**
 * `POST /api/console/account/wallets`: links the wallet that has signed the message of `linkMessage` to the account. It
 * then signs in to the account and spends its credit, and what it pays is the account's. A wallet's own account is merged
 * into this one, if its holder consents: credit, keys, characters, documents, and shared chats move here, and it is
 * closed.
 * @returns `linked: false` if that consent is missing; then nothing has changed, and the same message can be sent again
 * @throws ApiError UNAUTHORIZED if the session began more than ten minutes ago; CONFLICT if the wallet belongs to another
 *   account, or its credit is being spent; RATE_LIMIT_EXCEEDED; INVALID_REQUEST naming `signIn` for what `readSignIn`,
 *   `requirePageMessage`, `requireSignature`, and `spendNonce` refuse
 */
export async function linkWallet(
  { signIn, merge: mayMerge }: LinkWallet,
  { caller, client }: { caller: Person; client: ClientAddress },
): Promise<LinkOutcome> {
  take('linkWallet', `account:${caller.account.id}`);
  requireFreshSignIn(caller);
  const linking = async () => {
    const checked = readSignIn(signIn);
    await requirePageMessage(checked, linkTo(caller));
    await requireSignature(checked, client, true);
    return database().transaction((within) => link(within, checked, caller, mayMerge));
  };
  const { outcome, merged } = await linking().catch(nameSignIn);
  forgetAccount(caller.account.id);
  if (merged !== null) await forgetMerged(merged);
  return outcome;
}

/** The caller is signed in: what is wrong with a message is wrong with a member of the body. */
function nameSignIn(thrown: unknown): never {
  if (!isApiError(thrown) || !thrown.code.startsWith('X402_SIGN_IN_')) throw thrown;
  throw invalidField(['signIn'], thrown.message);
}

/** @returns the outcome, and the account that was merged; null if there was none */
async function link(
  within: Queryable,
  checked: CheckedSignIn,
  caller: Person,
  mayMerge: boolean,
): Promise<{ outcome: LinkOutcome; merged: string | null }> {
  const { address } = checked.wallet;
  const accountId = caller.account.id;
  await lockOpenPayments(within, address);
  await lockAccountCreation(within);
  const isLinked = await lockAccounts(within, caller, address);
  const merge = await findMerge(within, accountId, address);
  if (merge && !mayMerge && isWorth(merge)) return { outcome: toQuestion(merge), merged: null };
  await spendNonce(checked, within);
  const movedNano = merge ? await mergeAccount(within, merge, { accountId, address }) : 0n;
  if (!isLinked) {
    await within.query('insert into account_wallet (address, account_id) values ($1, $2)', [address, accountId]);
  }
  return { outcome: { linked: true, movedUsd: usdNumber(movedNano) }, merged: merge?.accountId ?? null };
}

/** Removes what is left of a merged account. It is closed: what a failure leaves behind belongs to nobody. */
async function forgetMerged(accountId: string): Promise<void> {
  forgetAccount(accountId);
  try {
    await database().transaction((within) => removeRecordsOf(within, accountId), { timeoutMs: MINUTE_MS });
  } catch (error) {
    log.warn({ accountId, err: error }, 'the records of a merged account could not be removed');
  }
  forgetPrompts();
}

/**
 * Locks the account and that of the wallet, and checks that the wallet may be linked.
 * @returns whether it is the account's already
 * @throws ApiError UNAUTHORIZED, AUTHENTICATION_FAILED, API_ACCESS_DISABLED, CONFLICT
 */
async function lockAccounts(within: Queryable, { account }: Person, address: string): Promise<boolean> {
  const rows = await within.query<Locked>(
    `select id, deleted_at is not null as "isDeleted", blocked_at is not null as "isBlocked",
         session_version as "sessionVersion", coalesce(wallet_address = $2, false) as "isOwner"
       from account where id = $1 or wallet_address = $2 order by id for update`,
    [account.id, address],
  );
  const own = rows.find(({ id }) => id === account.id);
  if (!own || own.isDeleted) throw accountDeletedMeanwhile();
  if (own.isBlocked) throw new ApiError('API_ACCESS_DISABLED', 'This account is blocked.');
  // The session came from a cache and may have been revoked since.
  if (own.sessionVersion !== account.sessionVersion) throw signInAgain();
  const [found] = await within.query<Links>(LINKS, [account.id, address]);
  if (found?.isElsewhere) throw conflict('This wallet is linked to another account. Unlink it there first.');
  if (found?.isStakeElsewhere) {
    throw conflict('The stake of this wallet belongs to another account. Ask the owner of this installation.');
  }
  if (own.isOwner || found?.isHere) return true;
  if ((found?.all ?? 0) >= MAX_WALLETS)
    throw conflict(`An account has at most ${MAX_WALLETS} wallets. Unlink one first.`);
  return false;
}

type Links = { isHere: boolean; isElsewhere: boolean; isStakeElsewhere: boolean; all: number };

const LINKS = `
  select exists (select 1 from account_wallet where address = $2 and account_id = $1) as "isHere",
      exists (select 1 from account_wallet where address = $2 and account_id <> $1) as "isElsewhere",
      exists (select 1 from ledger_stake s where s.wallet_address = $2 and s.account_id <> $1
        and s.account_id not in (select id from account where wallet_address = $2)) as "isStakeElsewhere",
      (select count(*)::int from account_wallet where account_id = $1) as "all"`;

const isWorth = ({ creditNano, keys, characters, documents, sharedChats }: Merge): boolean =>
  creditNano > 0n || keys > 0 || characters > 0 || documents > 0 || sharedChats > 0;

function toQuestion({ accountId: _own, creditNano, ...counts }: Merge): LinkOutcome {
  return { linked: false, creditUsd: usdNumber(creditNano), ...counts };
}

const conflict = (message: string) => new ApiError('CONFLICT', message);
