import { and, eq } from 'drizzle-orm';
import type { RunContext } from '../../accounts/caller';
import { database } from '../../platform/db';
import { authorNames } from '../author';
import type { Review } from '../contract';
import { readVisible } from '../find';
import { characterReview } from '../tables';
import { reviewWriter } from './to-review';

/** The caller's own review of a character, null if there is none. @throws ApiError CHARACTER_NOT_FOUND */
export async function findOwnReview(
  characterId: string,
  { caller }: Pick<RunContext, 'caller'>,
): Promise<{ data: Review | null }> {
  const { id: accountId } = caller.account;
  const { id } = await readVisible(characterId, accountId);
  const [row] = await database()
    .orm.select()
    .from(characterReview)
    .where(and(eq(characterReview.characterId, id), eq(characterReview.accountId, accountId)));
  return { data: row ? reviewWriter(await authorNames(), accountId)(row) : null };
}
