import { database } from '../platform/db';
import type { ListedSharedChat, SharedMessage } from './contract';
import { LISTED, toListed, type ListedRow } from './list';

/** A shared chat in an account's export, with its messages. */
type ExportedSharedChat = ListedSharedChat & { messages: SharedMessage[] };

/** The chats that an account shares, one at a time, because each may be long. */
export async function* exportSharedChats(accountId: string): AsyncGenerator<ExportedSharedChat[]> {
  let after = '';
  for (;;) {
    const [row] = await database().query<ListedRow & { messages: string }>(
      `select ${LISTED}, messages from shared_chat where account_id = $1 and id > $2 order by id limit 1`,
      [accountId, after],
    );
    if (!row) return;
    const { messages, ...rest } = row;
    // Written by `putSharedChat`, which has checked it.
    yield [{ ...toListed(rest), messages: JSON.parse(messages) as SharedMessage[] }];
    after = row.id;
  }
}
