import type { NameAuthor } from '../author';
import type { Review } from '../contract';
import type { characterReview } from '../tables';

type Row = typeof characterReview.$inferSelect;

/**
 * Converts rows to reviews in the wire layout (docs/api-rules.md, "Character reviews").
 * @param accountId of the reader
 */
export function reviewWriter(nameOf: NameAuthor, accountId: string): (row: Row) => Review {
  return (row) => ({
    id: row.id,
    characterId: row.characterId,
    createdAt: row.createdAt.toISOString(),
    rating: row.rating,
    message: row.message,
    locale: row.locale,
    username: nameOf(row.accountId),
    userAvatarUrl: null,
    isOwner: row.accountId === accountId,
  });
}
