import { eq, sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/db';
import { character, characterReview } from '../tables';

/** Updates the sums in a character's row, which must be locked. */
export async function countRatings(tx: Queryable, characterId: string): Promise<void> {
  const [sums] = await tx.orm
    .select({
      ratingCount: sql<number>`count(*)::int`,
      ratingSum: sql<number>`coalesce(sum(${characterReview.rating}), 0)::int`,
    })
    .from(characterReview)
    .where(eq(characterReview.characterId, characterId));
  if (sums) await tx.orm.update(character).set(sums).where(eq(character.id, characterId));
}
