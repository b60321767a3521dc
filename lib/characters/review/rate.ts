import { and, eq } from 'drizzle-orm';
import type { RunContext } from '../../accounts/caller';
import { lockAccount } from '../../accounts/lock-account';
import { invalidField } from '../../core/errors';
import { newId } from '../../core/ids';
import { clock } from '../../platform/clock';
import { database } from '../../platform/db';
import { authorNames } from '../author';
import type { RateCharacter, Review } from '../contract';
import { character, characterReview } from '../tables';
import { characterNotFound, hasId, isVisibleTo } from '../visible';
import { countRatings } from './count-ratings';
import { reviewWriter } from './to-review';

/**
 * Creates or updates the caller's single review of a character; its position in the list stays.
 * @throws ApiError CHARACTER_NOT_FOUND, INVALID_REQUEST for the caller's own character
 */
export async function rateCharacter(
  characterId: string,
  { rating, message, locale }: RateCharacter,
  { caller }: Pick<RunContext, 'caller'>,
): Promise<{ data: Review }> {
  const { id: accountId } = caller.account;
  const review = { rating, message: message || null, locale: locale || null };
  const row = await database().transaction(async (tx) => {
    await lockAccount(tx, accountId);
    // The lock on the character's row makes its sums reflect one review after another.
    const [rated] = await tx.orm
      .select({ id: character.id, ownerId: character.ownerId })
      .from(character)
      .where(and(hasId(characterId), isVisibleTo(accountId)))
      .for('update');
    if (!rated) throw characterNotFound(characterId);
    if (rated.ownerId === accountId) throw invalidField(['rating'], 'You cannot rate your own character');
    const now = new Date(clock.now());
    const [written] = await tx.orm
      .insert(characterReview)
      .values({ id: newId(), characterId: rated.id, accountId, ...review, createdAt: now, updatedAt: now })
      .onConflictDoUpdate({
        target: [characterReview.characterId, characterReview.accountId],
        set: { ...review, updatedAt: now },
      })
      .returning();
    await countRatings(tx, rated.id);
    return written;
  });
  if (!row) throw new Error('A review that was just written is missing.');
  return { data: reviewWriter(await authorNames(), accountId)(row) };
}

/** Removes the caller's review of a character. @throws ApiError CHARACTER_NOT_FOUND if there is none */
export async function withdrawRating(
  characterId: string,
  { caller }: Pick<RunContext, 'caller'>,
): Promise<{ success: true }> {
  await database().transaction(async (tx) => {
    // Also of a character that is a draft again: a review belongs to its writer.
    await tx.orm.select({ id: character.id }).from(character).where(hasId(characterId)).for('update');
    const own = and(eq(characterReview.characterId, characterId), eq(characterReview.accountId, caller.account.id));
    const deleted = await tx.orm.delete(characterReview).where(own).returning({ id: characterReview.id });
    if (deleted.length === 0) throw characterNotFound(characterId);
    await countRatings(tx, characterId);
  });
  return { success: true };
}
