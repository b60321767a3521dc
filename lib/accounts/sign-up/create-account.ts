import { ApiError } from '../../core/errors';
import { newId } from '../../core/ids';
import { credit } from '../../ledger/credit';
import { clock } from '../../platform/clock';
import { database, type Queryable } from '../../platform/db';
import type { Account } from '../caller';
import { account } from '../tables';

/** Key of the advisory lock under which accounts are created one at a time, so that exactly one is the first. */
const CREATE_LOCK = 7_203_611;

/** A new account. */
export type NewAccount = { accountId: string; email: string; role: Account['role'] };

/** The holder of a new account and its initial credit. Without a password, the user signs in another way. */
export type NewAccountInput = {
  email: string | null;
  passwordHash: string | null;
  /** Lowercase `0x…`; its signature creates keys. */
  walletAddress?: string;
  welcomeCreditNanoUsd: bigint;
};

/** Called under the lock with whether this is the first account; throws to refuse. */
type Admit = (within: Queryable, first: boolean) => Promise<void>;

/**
 * Creates an account with its welcome credit; the first one of an installation is the owner's.
 * @param input the password already hashed (`hashPassword`), so that nothing slow happens under the lock
 * @throws ApiError CONFLICT if the email already has an account
 */
export async function createAccount(
  input: { email: string; passwordHash: string; welcomeCreditNanoUsd: bigint },
  admit: Admit,
): Promise<NewAccount> {
  const created = await database().transaction((within) => insertAccount(within, input, admit));
  return { ...created, email: input.email };
}

/**
 * The same within the caller's transaction, for an account of any kind.
 * @throws ApiError CONFLICT if the email or the wallet already has an account
 */
export async function insertAccount(
  within: Queryable,
  { email, passwordHash, walletAddress, welcomeCreditNanoUsd }: NewAccountInput,
  admit: Admit,
): Promise<Omit<NewAccount, 'email'>> {
  const accountId = newId();
  await lockAccountCreation(within);
  const first = (await within.orm.select({ id: account.id }).from(account).limit(1)).length === 0;
  await admit(within, first);
  const role: Account['role'] = first ? 'owner' : 'member';
  const createdAt = new Date(clock.now());
  const inserted = await within.orm
    .insert(account)
    .values({ id: accountId, email, passwordHash, walletAddress, role, createdAt })
    .onConflictDoNothing()
    .returning({ id: account.id });
  if (inserted.length === 0) {
    const what = email === null ? 'wallet' : 'email';
    throw new ApiError('CONFLICT', `An account with this ${what} exists. Sign in instead.`);
  }
  await addWelcomeCredit(within, accountId, welcomeCreditNanoUsd);
  return { accountId, role };
}

/** Prevents accounts from being created until the transaction ends, so that a wallet does not get one in the meantime. */
export async function lockAccountCreation(within: Queryable): Promise<void> {
  await within.query('select pg_advisory_xact_lock($1)', [CREATE_LOCK]);
}

async function addWelcomeCredit(within: Queryable, accountId: string, amountNano: bigint): Promise<void> {
  if (amountNano <= 0n) return;
  const entryId = `welcome:${accountId}`;
  await credit({ entryId, accountId, currency: 'USD', kind: 'GRANT', amountNano, note: 'Welcome credit' }, within);
}
