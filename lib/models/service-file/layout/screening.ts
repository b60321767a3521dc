import { z } from 'zod';

const MAX_WORDS = 10_000;
const MAX_WORD_CHARACTERS = 200;

const word = z
  .string()
  .max(MAX_WORD_CHARACTERS)
  .refine((text) => /[\p{L}\p{N}]/u.test(text), { error: 'has no letter and no digit; write a word or a phrase' });

const moderation = z.strictObject({ provider: z.string().min(1), model: z.string().min(1).max(200).optional() });

const screening = z
  .strictObject({ words: z.array(word).max(MAX_WORDS).default([]), moderation: moderation.optional() })
  .refine(({ words, moderation: model }) => words.length > 0 || model !== undefined, {
    error: 'screens nothing; add words, moderation, or both',
  });

/** How prompts of images are screened; absent: not at all. */
export const ScreeningLayout = screening.optional();

/** How a member of the screening is written, by name. */
export const SCREENING_EXAMPLES: Record<string, string> = {
  image_screening: '{ words: [forbidden word], moderation: { provider: openai, model: omni-moderation-latest } }',
  words: '[forbidden, two words]',
  moderation: '{ provider: openai, model: omni-moderation-latest }',
};

/** The members that a map of the screening may have. @param path from the top of the file */
export function screeningMembersAt(path: readonly PropertyKey[]): readonly string[] {
  return Object.keys(path.at(-1) === 'moderation' ? moderation.shape : screening.shape);
}
