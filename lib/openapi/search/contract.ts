import { z } from 'zod';

const MAX_CHARACTERS = 100;

/** Query of `GET /api/console/docs`: strict. All words of `q` must be found, as they are or as the start of a word. */
export const DocsQuery = z.strictObject({
  q: z
    .string()
    .trim()
    .min(1, 'Must not be empty')
    .max(MAX_CHARACTERS, `Must have at most ${MAX_CHARACTERS} characters`),
});
export type DocsQuery = z.output<typeof DocsQuery>;
