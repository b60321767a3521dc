import type { Character, EditedCharacter, OwnCharacter } from '../contract';
import { character } from '../tables';
import { characterWriter, TOLD, type ToldRow } from '../to-character';

/** What is read of a character for its owner's form. */
export const EDITED = {
  ...TOLD,
  prompt: character.prompt,
  replacesServicePrompt: character.replacesServicePrompt,
};

type Row = Omit<ToldRow, 'userRating'>;

/** A character as its owner sees it in a list. */
export function toOwn(row: Row, write: (row: ToldRow) => Character): OwnCharacter {
  // Nobody rates a character of their own.
  const told = write({ ...row, userRating: null });
  return { ...told, published: row.publishedAt !== null, chosenModelId: row.modelId };
}

/** A character as its owner edits it. */
export async function toEdited(
  row: Row & { prompt: string; replacesServicePrompt: boolean },
): Promise<{ data: EditedCharacter }> {
  const { prompt, replacesServicePrompt } = row;
  return { data: { ...toOwn(row, await characterWriter()), prompt, replacesServicePrompt } };
}
