import type { Queryable } from '../platform/db';

/** What an account would bring to another one: its shared chats, and how many would not move. */
export type SharedChatsToMove = {
  sharedChats: number;
  /** Of these, what the other account shares under the same chat ID: they would not move. */
  sharedChatsOfBoth: number;
  /** The size of those that would move, as JSON. */
  movingBytes: number;
  /** What the other account shares. */
  ownSharedChats: number;
  ownBytes: number;
};

const COUNT = `
  select count(*) filter (where s.account_id = $1)::int as "sharedChats",
      count(*) filter (where s.account_id = $1 and o.id is not null)::int as "sharedChatsOfBoth",
      coalesce(sum(s.bytes) filter (where s.account_id = $1 and o.id is null), 0)::int as "movingBytes",
      count(*) filter (where s.account_id = $2)::int as "ownSharedChats",
      coalesce(sum(s.bytes) filter (where s.account_id = $2), 0)::int as "ownBytes"
    from shared_chat s left join shared_chat o
      on s.account_id = $1 and o.account_id = $2 and o.chat_id = s.chat_id
    where s.account_id in ($1, $2)`;

/** Counts what `moveSharedChats` would move. Both accounts' rows must be locked. */
export async function countSharedChats(
  within: Queryable,
  fromAccountId: string,
  toAccountId: string,
): Promise<SharedChatsToMove> {
  const [counted] = await within.query<SharedChatsToMove>(COUNT, [fromAccountId, toAccountId]);
  return counted ?? { sharedChats: 0, sharedChatsOfBoth: 0, movingBytes: 0, ownSharedChats: 0, ownBytes: 0 };
}

/**
 * Gives an account the shared chats of another one, which is closed; a chat that both share stays as the account shares
 * it. Both accounts' rows must be locked.
 */
export async function moveSharedChats(within: Queryable, fromAccountId: string, toAccountId: string): Promise<void> {
  await within.query(
    `update shared_chat set account_id = $2
      where account_id = $1 and chat_id not in (select chat_id from shared_chat where account_id = $2)`,
    [fromAccountId, toAccountId],
  );
}
