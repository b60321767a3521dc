import { invalidField } from '../../core/errors';

/** A character that is seen: no space, no control or format character, no mark alone, no filler. */
const VISIBLE = /[^\s\p{Z}\p{Cc}\p{Cf}\p{Cs}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Checks that a prompt says something, and the model's own bound. @throws ApiError INVALID_REQUEST */
export function checkPrompt(prompt: string, { id, promptCharacterLimit: limit }: ModelBounds): void {
  if (!VISIBLE.test(prompt)) throw invalidField(['prompt'], 'Must not be blank');
  if (prompt.length <= limit) return;
  throw invalidField(['prompt'], `Too long: the model ${id} takes at most ${limit} characters`, 'too_big');
}

type ModelBounds = { id: string; promptCharacterLimit: number };
