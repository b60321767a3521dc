import type { ClientAddress } from '../accounts/caller';
import { take } from '../limits/take';
import { subjectOfAddress } from '../limits/subject-of-address';
import { database } from '../platform/db';
import type { SharedChat, SharedMessage } from './contract';
import { isSharedChatId, sharedChatNotFound } from './shared-chat-id';

type Row = { title: string; messages: string; updatedAt: Date };

/**
 * A shared chat, for anyone who has its link. Those of blocked accounts are not shown.
 * @throws ApiError NOT_FOUND, RATE_LIMIT_EXCEEDED
 */
export async function readSharedChat(id: string, { client }: { client: ClientAddress }): Promise<SharedChat> {
  take('sharedChat', subjectOfAddress(client.address));
  if (!isSharedChatId(id)) throw sharedChatNotFound();
  const [row] = await database().query<Row>(
    `select title, messages, updated_at as "updatedAt" from shared_chat
      where id = $1 and exists (select from account where account.id = account_id and blocked_at is null)`,
    [id],
  );
  if (!row) throw sharedChatNotFound();
  // Written by `putSharedChat`, which has checked it.
  const messages = JSON.parse(row.messages) as SharedMessage[];
  return { title: row.title, updatedAt: new Date(row.updatedAt).toISOString(), messages };
}
