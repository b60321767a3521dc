import type { RunContext } from '../../accounts/caller';
import { database } from '../../platform/db';
import type { EditedCharacter } from '../contract';
import { character } from '../tables';
import { characterNotFound, isOwn } from '../visible';
import { EDITED, toEdited } from './to-own';

/** The caller's character with its prompt. @throws ApiError CHARACTER_NOT_FOUND, also for another account's */
export async function findOwnCharacter(
  id: string,
  { caller }: Pick<RunContext, 'caller'>,
): Promise<{ data: EditedCharacter }> {
  const [row] = await database().orm.select(EDITED).from(character).where(isOwn(id, caller.account.id));
  if (!row) throw characterNotFound(id);
  return toEdited(row);
}
