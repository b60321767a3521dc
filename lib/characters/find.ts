import { and, eq } from 'drizzle-orm';
import type { RunContext } from '../accounts/caller';
import { database } from '../platform/db';
import type { FoundCharacter } from './contract';
import { character, characterReview } from './tables';
import { characterWriter, CHARACTER_COLUMNS, type CharacterRow } from './to-character';
import { characterNotFound, isNamed, isVisibleTo } from './visible';

/**
 * A character by its slug or id (docs/api-rules.md, "Character object"): a published one, or a draft of the caller's
 * own.
 * @throws ApiError CHARACTER_NOT_FOUND
 */
export async function findCharacter(slugOrId: string, { caller }: Pick<RunContext, 'caller'>): Promise<FoundCharacter> {
  const row = await readVisible(slugOrId, caller.account.id);
  const write = await characterWriter();
  return { object: 'character', data: write(row) };
}

/** The row of a character that an account may see. @throws ApiError CHARACTER_NOT_FOUND */
export async function readVisible(slugOrId: string, accountId: string): Promise<CharacterRow> {
  const [row] = await database()
    .orm.select({ ...CHARACTER_COLUMNS, userRating: characterReview.rating })
    .from(character)
    .leftJoin(
      characterReview,
      and(eq(characterReview.characterId, character.id), eq(characterReview.accountId, accountId)),
    )
    .where(and(isNamed(slugOrId), isVisibleTo(accountId)));
  if (!row) throw characterNotFound(slugOrId);
  return row;
}
