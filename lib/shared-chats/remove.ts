import { database, type Queryable } from '../platform/db';
import type { StopSharingQuery } from './contract';
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

/**
 * Stops sharing a chat of the caller by its ID in the browser, if it is shared: whoever deletes a chat need not know
 * whether another tab or browser has shared it.
 */
export async function stopSharingChat(
  { chatId }: StopSharingQuery,
  { caller }: { caller: { account: { id: string } } },
): Promise<{ success: true }> {
  await database().query('delete from shared_chat where account_id = $1 and chat_id = $2', [caller.account.id, chatId]);
  return { success: true };
}

/** Stops sharing all chats of an account. */
export async function removeSharedChatsOf(within: Queryable, accountId: string): Promise<void> {
  await within.query('delete from shared_chat where account_id = $1', [accountId]);
}
