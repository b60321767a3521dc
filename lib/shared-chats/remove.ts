import { database, type Queryable } from '../platform/db';
import { isSharedChatId, sharedChatNotFound } from './shared-chat-id';

/** Stops sharing a chat of the caller. @throws ApiError NOT_FOUND, also for another account's */
export async function removeSharedChat(
  id: string,
  { caller }: { caller: { account: { id: string } } },
): Promise<{ success: true }> {
  const removed = isSharedChatId(id)
    ? await database().query('delete from shared_chat where id = $1 and account_id = $2 returning id', [
        id,
        caller.account.id,
      ])
    : [];
  if (removed.length === 0) throw sharedChatNotFound();
  return { success: true };
}

/** Stops sharing all chats of an account. */
export async function removeSharedChatsOf(within: Queryable, accountId: string): Promise<void> {
  await within.query('delete from shared_chat where account_id = $1', [accountId]);
}
