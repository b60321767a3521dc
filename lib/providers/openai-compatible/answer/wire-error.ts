import { z } from 'zod';

/** What we read of an upstream's errors, forgivingly. Chunks of answers are read by hand: see read-answer.ts. */

const Text = z.string().nullish().catch(null);
const Code = z.union([z.string(), z.number()]).nullish().catch(null);

/** `{message, code, type}`, or a bare text. */
export const WireError = z.union([
  z.string().transform((message) => ({ message, code: null, type: null })),
  z.object({ message: Text, code: Code, type: Text }),
]);
export type WireError = z.output<typeof WireError>;

/** The body of a refusal: `{error: {…}}`, `{error: "…"}`, `{message}`, `{detail}` (FastAPI), `{object: "error", …}` (old vLLM). */
export const WireRefusal = z.object({
  error: WireError.nullish().catch(null),
  message: Text,
  detail: z.unknown().optional(),
  code: Code,
  type: Text,
});
export type WireRefusal = z.output<typeof WireRefusal>;
