import { ApiError } from '../../core/errors';
import { newId } from '../../core/ids';
import { credit } from '../../ledger/credit';
import { clock } from '../../platform/clock';
import { database, type Queryable } from '../../platform/db';
import type { Account } from '../caller';
import { account } from '../tables';

/** Key of the advisory lock under which accounts are made one after another, so that one owner is the first. */
const CREATE_LOCK = 7_203_611;

/** A new account. */
export type NewAccount = { accountId: string; email: string; role: Account['role'] };

/**
 * Makes an account with its welcome credit; the first one of an installation is the owner's.
 * @param input the password already hashed (`hashPassword`): nothing slow happens under the lock
 * @param admit called under the lock with whether this is the first account; throws to refuse
 * @throws ApiError CONFLICT where the e-mail has an account
 */
export async function createAccount(
  input: { email: string; passwordHash: string; welcomeCreditNanoUsd: bigint },
  admit: (within: Queryable, first: boolean) => Promise<void>,
): Promise<NewAccount> {
  const accountId = newId();
  const { email, passwordHash } = input;
  const role = await database().transaction(async (within) => {
    await within.query('select pg_advisory_xact_lock($1)', [CREATE_LOCK]);
    const first = (await within.orm.select({ id: account.id }).from(account).limit(1)).length === 0;
    await admit(within, first);
    const made: Account['role'] = first ? 'owner' : 'member';
    const inserted = await within.orm
      .insert(account)
      .values({ id: accountId, email, passwordHash, role: made, createdAt: new Date(clock.now()) })
      .onConflictDoNothing({ target: account.email })
      .returning({ id: account.id });
    if (inserted.length === 0) throw new ApiError('CONFLICT', 'An account with this e-mail exists. Sign in instead.');
    await giveWelcomeCredit(within, accountId, input.welcomeCreditNanoUsd);
    return made;
  });
  return { accountId, email, role };
}

async function giveWelcomeCredit(within: Queryable, accountId: string, amountNano: bigint): Promise<void> {
  if (amountNano <= 0n) return;
  const entryId = `welcome:${accountId}`;
  await credit({ entryId, accountId, currency: 'USD', kind: 'GRANT', amountNano, note: 'Welcome credit' }, within);
}
