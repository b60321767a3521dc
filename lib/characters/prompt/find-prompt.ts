import { sql } from 'drizzle-orm';
import { database } from '../../platform/db';
import { knownPrompt, type KnownPrompt } from './known-prompts';
import { noteImport } from './note-import';
import { character } from '../tables';
import { characterNotFound, isNamed, isPublic } from '../visible';

/**
 * What a chat uses of a character. `replacesServicePrompt`: the service's own prompt is left out
 * (docs/api-rules.md, "System prompts"). `webEnabled`: it may search the web.
 */
export type CharacterPrompt = { slug: string; prompt: string; replacesServicePrompt: boolean; webEnabled: boolean };

/**
 * The prompt of the character that a chat selects: a published one, or a draft of the caller's own. At most two seconds
 * old. The account is counted once as an import, in the background; the owner is not counted.
 * @param slug its slug, or its id
 * @throws ApiError CHARACTER_NOT_FOUND
 */
export async function findCharacterPrompt(slug: string, accountId: string): Promise<CharacterPrompt> {
  const found = await knownPrompt(slug, () => read(slug));
  const isOwn = found?.ownerId === accountId;
  if (!found || !(found.open || isOwn)) throw characterNotFound(slug);
  if (!isOwn) noteImport({ characterId: found.id, accountId });
  const { prompt, replacesServicePrompt, webEnabled } = found;
  return { slug: found.slug, prompt, replacesServicePrompt, webEnabled };
}

/** Uses the connections reserved for charges, because every request that names a character waits for this. */
async function read(slug: string): Promise<KnownPrompt | null> {
  const [row] = await database()
    .money.orm.select({
      id: character.id,
      slug: character.slug,
      ownerId: character.ownerId,
      prompt: character.prompt,
      replacesServicePrompt: character.replacesServicePrompt,
      webEnabled: character.webEnabled,
      open: sql<boolean>`${isPublic()}`,
    })
    .from(character)
    .where(isNamed(slug));
  return row ?? null;
}
