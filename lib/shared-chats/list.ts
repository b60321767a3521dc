import { database } from '../platform/db';
import type { ListedSharedChat, SharedChatList } from './contract';

/** The columns of `ListedRow`. */
export const LISTED = 'id, chat_id as "chatId", title, bytes, created_at as "createdAt", updated_at as "updatedAt"';

/** A row without its messages. */
export type ListedRow = Omit<ListedSharedChat, 'createdAt' | 'updatedAt'> & { createdAt: Date; updatedAt: Date };

/** The chats that the caller's account shares, the newest first. */
export async function listSharedChats({ caller }: { caller: { account: { id: string } } }): Promise<SharedChatList> {
  const rows = await database().query<ListedRow>(
    `select ${LISTED} from shared_chat where account_id = $1 order by created_at desc, id`,
    [caller.account.id],
  );
  return { data: rows.map(toListed) };
}

/** A row as it is sent. */
export function toListed({ createdAt, updatedAt, ...rest }: ListedRow): ListedSharedChat {
  return { ...rest, createdAt: new Date(createdAt).toISOString(), updatedAt: new Date(updatedAt).toISOString() };
}
