import { z } from 'zod';

/** What we read of an upstream's errors, tolerantly. Chunks of answers are read by hand: see read-answer.ts. */

const Text = z.string().nullish().catch(null);
const Code = z.union([z.string(), z.number()]).nullish().catch(null);

/** `{message, code, type}`, with the status that TGI and Groq send beside it, or a bare string. */
export const WireError = z.union([
  z.string().transform((message): WireError => ({ message })),
  z
    .object({ message: Text, code: Code, type: Text, http_status_code: Code, status_code: Code })
    .transform(({ http_status_code: tgi, status_code: groq, ...error }): WireError => ({
      ...error,
      status: tgi ?? groq,
    })),
]);
export type WireError = {
  message?: string | null;
  code?: string | number | null;
  type?: string | null;
  status?: string | number | null;
};

/**
 * The body of a refusal: `{error: {…}}`, `{error: "…"}`, `{message}`, `{detail}` (FastAPI), `{object: "error", …}`
 * (old vLLM).
 */
export const WireRefusal = z.object({
  error: WireError.nullish().catch(null),
  message: Text,
  detail: z.unknown().optional(),
  code: Code,
  type: Text,
});
export type WireRefusal = z.output<typeof WireRefusal>;
