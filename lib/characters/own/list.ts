import { desc, eq } from 'drizzle-orm';
import type { RunContext } from '../../accounts/caller';
import { database } from '../../platform/db';
import type { OwnCharacter } from '../contract';
import { character } from '../tables';
import { characterWriter, CHARACTER_COLUMNS } from '../to-character';
import { toOwn } from './to-own';

/** The caller's own characters, including drafts, newest first; without their prompts. */
export async function listOwnCharacters({
  caller,
}: Pick<RunContext, 'caller'>): Promise<{ object: 'list'; data: OwnCharacter[] }> {
  const rows = await database()
    .orm.select(CHARACTER_COLUMNS)
    .from(character)
    .where(eq(character.ownerId, caller.account.id))
    .orderBy(desc(character.createdAt), desc(character.id));
  const write = await characterWriter();
  return { object: 'list', data: rows.map((row) => toOwn(row, write)) };
}
