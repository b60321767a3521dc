import type { RunContext } from '../../accounts/caller';
import { clock } from '../../platform/clock';
import { database } from '../../platform/db';
import type { EditedCharacter, UpdateCharacter } from '../contract';
import { forgetPrompts } from '../prompt/known-prompts';
import { character } from '../tables';
import { characterNotFound, isOwn } from '../visible';
import { keyOf, searchTextOf } from '../search-terms';
import { servedModelId } from './served-model';
import { EDITED, toEdited } from './to-own';

/**
 * Changes the given fields of the caller's character, publishes it or makes it a draft again; its slug stays. Changes
 * to a published character take effect for everybody at once.
 * @throws ApiError CHARACTER_NOT_FOUND, also for another account's; INVALID_REQUEST for an unknown model
 */
export async function updateCharacter(
  id: string,
  { published, ...changes }: UpdateCharacter,
  { caller }: Pick<RunContext, 'caller'>,
): Promise<{ data: EditedCharacter }> {
  const modelId = servedModelId(changes.modelId);
  const row = await database().transaction(async ({ orm }) => {
    const [before] = await orm.select(EDITED).from(character).where(isOwn(id, caller.account.id)).for('update');
    if (!before) throw characterNotFound(id);
    const now = new Date(clock.now());
    const { name = before.name, description = before.description, tags = before.tags } = changes;
    const searched = { name, description, tags, tagKeys: tags.map(keyOf) };
    const [after] = await orm
      .update(character)
      .set({
        ...changes,
        ...searched,
        modelId,
        searchText: searchTextOf(searched),
        publishedAt: published === undefined ? undefined : published ? (before.publishedAt ?? now) : null,
        updatedAt: now,
      })
      .where(isOwn(id, caller.account.id))
      .returning(EDITED);
    return after;
  });
  forgetPrompts();
  if (!row) throw characterNotFound(id);
  return toEdited(row);
}

/** Deletes the caller's character and its reviews. @throws ApiError CHARACTER_NOT_FOUND, also for another account's */
export async function deleteCharacter(id: string, { caller }: Pick<RunContext, 'caller'>): Promise<{ success: true }> {
  const deleted = await database()
    .orm.delete(character)
    .where(isOwn(id, caller.account.id))
    .returning({ id: character.id });
  forgetPrompts();
  if (deleted.length === 0) throw characterNotFound(id);
  return { success: true };
}
