import { invalidField } from '../../core/errors';

/** Checks a prompt against the model's own bound. @throws ApiError INVALID_REQUEST */
export function checkPrompt(prompt: string, { id, promptCharacterLimit: limit }: ModelBounds): void {
  if (prompt.length <= limit) return;
  throw invalidField(['prompt'], `Too long: the model ${id} takes at most ${limit} characters`, 'too_big');
}

type ModelBounds = { id: string; promptCharacterLimit: number };
