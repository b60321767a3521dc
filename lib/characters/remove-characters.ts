import type { Queryable } from '../platform/db';

/**
 * Removes everything that an account has among the characters: its own characters with everybody's reviews of them, its
 * reviews, and its import counts; the sums of other characters are recomputed. The account's row must be locked. Call
 * `forgetPrompts` after the commit.
 */
export async function removeCharactersOf(within: Queryable, accountId: string): Promise<void> {
  // Always in the same order, so that two accounts that are removed at once never deadlock.
  const touched = await within.query<{ id: string }>(
    `select c.id from "character" c
      where c.owner_id = $1
        or exists (select 1 from character_review r where r.character_id = c.id and r.account_id = $1)
        or exists (select 1 from character_import i where i.character_id = c.id and i.account_id = $1)
      order by c.id for update`,
    [accountId],
  );
  if (touched.length === 0) return;
  await within.query('delete from "character" where owner_id = $1', [accountId]);
  await within.query('delete from character_review where account_id = $1', [accountId]);
  await within.query('delete from character_import where account_id = $1', [accountId]);
  await within.query(
    `update "character" c set
        rating_count = (select count(*) from character_review r where r.character_id = c.id),
        rating_sum = (select coalesce(sum(r.rating), 0) from character_review r where r.character_id = c.id),
        import_count = (select count(*) from character_import i where i.character_id = c.id)
      where c.id = any ($1::uuid[])`,
    [touched.map(({ id }) => id)],
  );
}
