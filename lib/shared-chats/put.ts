import { lockAccount } from '../accounts/lock-account';
import { ApiError } from '../core/errors';
import { randomHex } from '../core/ids';
import { take } from '../limits/take';
import { clock } from '../platform/clock';
import { database, type Queryable } from '../platform/db';
import { MAX_SHARED_BYTES, MAX_SHARED_BYTES_IN_ALL, MAX_SHARED_CHATS } from './constants';
import type { ListedSharedChat, PutSharedChat } from './contract';
import { LISTED, toListed, type ListedRow } from './list';

/** Class of the advisory locks under which the chats of one account are shared one after another. */
const SHARE_LOCK = 7_203_613;
const ID_BYTES = 16;
const MB = 1_000_000;

/**
 * Shares a chat of the caller, or replaces what its link shows.
 * @throws ApiError INVALID_REQUEST if it is too long, or the account shares too much; RATE_LIMIT_EXCEEDED
 */
export async function putSharedChat(
  { chatId, title, messages }: PutSharedChat,
  { caller }: { caller: { account: { id: string } } },
): Promise<ListedSharedChat> {
  const { id: accountId } = caller.account;
  take('shareChat', `account:${accountId}`);
  const text = JSON.stringify(messages);
  const bytes = Buffer.byteLength(text);
  if (bytes > MAX_SHARED_BYTES) {
    throw new ApiError('INVALID_REQUEST', `A shared chat has at most ${MAX_SHARED_BYTES / MB} MB.`);
  }
  const now = new Date(clock.now());
  const row = await database().transaction(async (within) => {
    await lockAccount(within, accountId);
    await assertBelowLimits(within, accountId, { chatId, bytes });
    const [stored] = await within.query<ListedRow>(
      `insert into shared_chat (id, account_id, chat_id, title, messages, bytes, created_at, updated_at)
        values ($1, $2, $3, $4, $5, $6, $7, $7)
        on conflict (account_id, chat_id) do update
          set title = excluded.title, messages = excluded.messages, bytes = excluded.bytes,
            updated_at = excluded.updated_at
        returning ${LISTED}`,
      [randomHex(ID_BYTES), accountId, chatId, title, text, bytes, now],
    );
    return stored;
  });
  if (!row) throw new Error('The shared chat was not stored.');
  return toListed(row);
}

/** @throws ApiError INVALID_REQUEST if the account would share too many chats, or too much */
async function assertBelowLimits(
  within: Queryable,
  accountId: string,
  { chatId, bytes }: { chatId: string; bytes: number },
): Promise<void> {
  await within.query('select pg_advisory_xact_lock($1, hashtext($2))', [SHARE_LOCK, accountId]);
  const [others] = await within.query<{ chats: number; bytes: number }>(
    `select count(*)::integer as chats, coalesce(sum(bytes), 0)::integer as bytes
      from shared_chat where account_id = $1 and chat_id <> $2`,
    [accountId, chatId],
  );
  const before = others ?? { chats: 0, bytes: 0 };
  if (before.chats >= MAX_SHARED_CHATS) {
    throw new ApiError(
      'INVALID_REQUEST',
      `An account shares at most ${MAX_SHARED_CHATS} chats. Stop sharing one first.`,
    );
  }
  if (before.bytes + bytes > MAX_SHARED_BYTES_IN_ALL) {
    const most = `${MAX_SHARED_BYTES_IN_ALL / MB} MB`;
    throw new ApiError(
      'INVALID_REQUEST',
      `The chats that an account shares have at most ${most} in all. Stop sharing one first.`,
    );
  }
}
