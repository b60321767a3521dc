import type { Character, EditedCharacter, OwnCharacter } from '../contract';
import { character } from '../tables';
import { characterWriter, CHARACTER_COLUMNS, type CharacterRow } from '../to-character';

/** The columns that are read for the owner's form. */
export const EDITED = {
  ...CHARACTER_COLUMNS,
  prompt: character.prompt,
  replacesServicePrompt: character.replacesServicePrompt,
};

type Row = Omit<CharacterRow, 'userRating'>;

/** A character as its owner sees it in a list. */
export function toOwn(row: Row, write: (row: CharacterRow) => Character): OwnCharacter {
  // Nobody can rate their own character.
  const shown = write({ ...row, userRating: null });
  return { ...shown, published: row.publishedAt !== null, chosenModelId: row.modelId };
}

/** A character as its owner edits it. */
export async function toEdited(
  row: Row & { prompt: string; replacesServicePrompt: boolean },
): Promise<{ data: EditedCharacter }> {
  const { prompt, replacesServicePrompt } = row;
  return { data: { ...toOwn(row, await characterWriter()), prompt, replacesServicePrompt } };
}
