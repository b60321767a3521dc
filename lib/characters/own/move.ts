import type { Queryable } from '../../platform/db';

/**
 * Makes an account the author of another one's characters. Its own reviews of them are removed, because nobody rates
 * their own characters. Both accounts' rows must be locked. Call `forgetPrompts` after the commit.
 */
export async function moveCharacters(within: Queryable, fromAccountId: string, toAccountId: string): Promise<void> {
  // In the same order as when an account is removed, so that the two never deadlock.
  const moved = await within.query<{ id: string }>(
    'select id from "character" where owner_id = $1 order by id for update',
    [fromAccountId],
  );
  if (moved.length === 0) return;
  const ids = moved.map(({ id }) => id);
  await within.query('delete from character_review where account_id = $1 and character_id = any ($2::uuid[])', [
    ...[toAccountId, ids],
  ]);
  await within.query(
    `update "character" c set owner_id = $1,
        rating_count = (select count(*) from character_review r where r.character_id = c.id),
        rating_sum = (select coalesce(sum(r.rating), 0) from character_review r where r.character_id = c.id)
      where c.id = any ($2::uuid[])`,
    [toAccountId, ids],
  );
}
