import { desc, eq } from 'drizzle-orm';
import type { RunContext } from '../../accounts/caller';
import { database } from '../../platform/db';
import { authorNames } from '../author';
import type { ListReviewsQuery, ReviewList } from '../contract';
import { readVisible } from '../find';
import { characterReview } from '../tables';
import { averageOf } from '../to-character';
import { reviewWriter } from './to-review';

/**
 * The reviews of a character, newest first, a page at a time (docs/api-rules.md, "Character reviews").
 * @throws ApiError CHARACTER_NOT_FOUND
 */
export async function listReviews(
  slugOrId: string,
  { page, pageSize }: ListReviewsQuery,
  { caller, metadata }: Pick<RunContext, 'caller' | 'metadata'>,
): Promise<ReviewList> {
  const { id, ratingCount: total, ratingSum } = await readVisible(slugOrId, caller.account.id);
  const offset = (page - 1) * pageSize;
  const totalPages = Math.ceil(total / pageSize);
  const rows =
    page > totalPages
      ? []
      : await database()
          .orm.select()
          .from(characterReview)
          .where(eq(characterReview.characterId, id))
          .orderBy(desc(characterReview.createdAt), desc(characterReview.id))
          .limit(pageSize)
          .offset(offset);
  metadata.pagination = { limit: pageSize, page, total, totalPages };
  return {
    object: 'list',
    data: rows.map(reviewWriter(await authorNames(), caller.account.id)),
    pagination: { page, pageSize, total, totalPages },
    summary: { averageRating: averageOf(ratingSum, total), totalReviews: total },
  };
}
