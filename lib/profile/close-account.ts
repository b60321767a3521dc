import { removeEndedSessionsOf } from '../accounts/ended-sessions';
import { removeLinksOf } from '../accounts/sign-up/one-time-link';
import { removeCharactersOf } from '../characters/remove-characters';
import { removeFailuresOf } from '../failures/remove-failures';
import { removeAnswersOf } from '../idempotency/remove-answers';
import { unlinkStake } from '../ledger/stake/unlink-stake';
import { removeRefusalsOf } from '../limits/log/remove';
import { clock } from '../platform/clock';
import type { Queryable } from '../platform/db';
import { removePreferencesOf } from '../preferences/remove';
import { removeSharedChatsOf } from '../shared-chats/remove';
import { removeSourcesOf } from '../web/index/sources/remove-source';

/**
 * Ends an account within a transaction that has locked its row: without a name and without any way in, blocked, its keys
 * revoked. Its row and its ledger are kept. Call `forgetAccount` after the commit.
 */
export async function closeAccount(within: Queryable, id: string): Promise<void> {
  const now = new Date(clock.now());
  await within.query(
    `update account set deleted_at = $2, blocked_at = coalesce(blocked_at, $2), email = null, name = null,
        wallet_address = null, password_hash = null, role = 'member', session_version = session_version + 1
      where id = $1`,
    [id, now],
  );
  await within.query(
    `update api_key set revoked_at = coalesce(revoked_at, $2), description = '' where account_id = $1`,
    [id, now],
  );
  await within.query('delete from account_identity where account_id = $1', [id]);
  await within.query('delete from account_wallet where account_id = $1', [id]);
  await unlinkStake(within, id);
}

/**
 * Removes what is kept of a closed account besides its row and its ledger, which may take long. Call `forgetPrompts`
 * after the commit.
 */
export async function removeRecordsOf(within: Queryable, id: string): Promise<void> {
  await removeEndedSessionsOf(within, id);
  await removeLinksOf(within, id);
  await removeCharactersOf(within, id);
  await removeFailuresOf(within, id);
  await removeRefusalsOf(within, id);
  await removeAnswersOf(within, id);
  await removeSourcesOf(within, id);
  await removeSharedChatsOf(within, id);
  await removePreferencesOf(within, id);
}
