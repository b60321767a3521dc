import { forgetAccount } from '../../accounts/account-cache';
import type { ClientAddress } from '../../accounts/caller';
import { FRESH_SIGN_IN_MINUTES } from '../../accounts/contract';
import { accountDeletedMeanwhile } from '../../accounts/lock-account';
import { isFreshSignIn } from '../../accounts/session';
import { lockAccountCreation } from '../../accounts/sign-up/create-account';
import { forgetPrompts } from '../../characters/prompt/known-prompts';
import { ApiError } from '../../core/errors';
import { usdNumber } from '../../core/money';
import { take } from '../../limits/take';
import { database, type Queryable } from '../../platform/db';
import { requirePageMessage } from '../../x402/siwx/page-message';
import { readSignIn, requireSignature, spendNonce } from '../../x402/siwx/sign-in';
import type { LinkOutcome, LinkWallet } from '../contract';
import type { Person } from '../person';
import { findMerge, type Merge, mergeAccount } from './merge';
import { linkTo } from './message';

/** The accounts whose rows are locked, and which the change concerns. */
type Locked = { id: string; isOpen: boolean; sessionVersion: number };

/**
 * `POST /api/console/account/wallets`: links the wallet that has signed the message of `linkMessage` to the account. It
 * then signs in to the account and spends its credit, and what it pays is the account's. A wallet's own account is merged
 * into this one, if its holder consents: credit, keys, and characters move here, and it is closed.
 * @returns `linked: false` if that consent is missing; then nothing has changed, and the same message can be sent again
 * @throws ApiError UNAUTHORIZED if the session began more than ten minutes ago; CONFLICT if the wallet belongs to another
 *   account, or its credit is being spent; RATE_LIMIT_EXCEEDED; as `readSignIn`, `requirePageMessage`,
 *   `requireSignature`, and `spendNonce`
 */
export async function linkWallet(
  { signIn, merge: mayMerge }: LinkWallet,
  { caller, client }: { caller: Person; client: ClientAddress },
): Promise<LinkOutcome> {
  take('linkWallet', `account:${caller.account.id}`);
  if (!isFreshSignIn(caller.signedInAtMs)) throw signInAgain();
  const checked = readSignIn(signIn);
  await requirePageMessage(checked, linkTo(caller));
  await requireSignature(checked, client);
  const { address } = checked.wallet;
  const accountId = caller.account.id;
  const { outcome, merged } = await database().transaction(async (within) => {
    await lockAccountCreation(within);
    await lockAccounts(within, caller, address);
    const merge = await findMerge(within, accountId, address);
    if (merge && !mayMerge && isWorth(merge)) return { outcome: toQuestion(merge), merged: null };
    await spendNonce(checked, within);
    const movedNano = merge ? await mergeAccount(within, merge, { accountId, address }) : 0n;
    await within.query('insert into account_wallet (address, account_id) values ($1, $2) on conflict do nothing', [
      ...[address, accountId],
    ]);
    return { outcome: { linked: true, movedUsd: usdNumber(movedNano) } as const, merged: merge?.accountId ?? null };
  });
  forgetAccount(accountId);
  if (merged !== null) forgetAccount(merged);
  forgetPrompts();
  return outcome;
}

/**
 * Locks the account and that of the wallet, and checks that the wallet may be linked.
 * @throws ApiError UNAUTHORIZED, AUTHENTICATION_FAILED, CONFLICT
 */
async function lockAccounts(within: Queryable, { account }: Person, address: string): Promise<void> {
  const rows = await within.query<Locked>(
    `select id, deleted_at is null and blocked_at is null as "isOpen", session_version as "sessionVersion"
       from account where id = $1 or wallet_address = $2 order by id for update`,
    [account.id, address],
  );
  const own = rows.find(({ id }) => id === account.id);
  if (!own?.isOpen) throw accountDeletedMeanwhile();
  // The session came from a cache and may have been revoked since.
  if (own.sessionVersion !== account.sessionVersion) throw signInAgain();
  const [other] = await within.query(
    `select 1 as one from account_wallet where address = $2 and account_id <> $1
      union all
      select 1 from ledger_stake s where s.wallet_address = $2 and s.account_id <> $1
        and s.account_id not in (select id from account where wallet_address = $2)`,
    [account.id, address],
  );
  if (other) throw new ApiError('CONFLICT', 'This wallet is linked to another account. Unlink it there first.');
}

const isWorth = ({ creditNano, keys }: Merge): boolean => creditNano > 0n || keys > 0;

function toQuestion({ creditNano, keys }: Merge): LinkOutcome {
  return { linked: false, creditUsd: usdNumber(creditNano), keys };
}

function signInAgain(): ApiError {
  const message = 'Linking a wallet needs a recent sign-in. Sign in again, then link it within';
  return new ApiError('UNAUTHORIZED', `${message} ${FRESH_SIGN_IN_MINUTES} minutes.`);
}
