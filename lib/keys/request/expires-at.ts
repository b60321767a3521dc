import { z } from 'zod';

/** `YYYY-MM-DD`, `YYYY-MM-DDTHH:mm:ss[.sss]Z`, or `""` for never (contract 15.3, 1.5a 11). */
export const ExpiresAt = z
  .string()
  .max(40)
  .nullable()
  .transform((text, context) => {
    if (text === null || text === '') return null;
    const at = parseInstant(text);
    if (!at) context.addIssue('Must be YYYY-MM-DD, YYYY-MM-DDTHH:mm:ssZ or "" for never');
    return at;
  })
  .meta({ description: 'When the key ends, UTC; "" for never.', example: '2027-01-31' });

function parseInstant(text: string): Date | null {
  const form = /^(\d{4}-\d{2}-\d{2})(?:T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?Z)?$/.exec(text);
  const at = form ? new Date(text) : null;
  // The day is compared because some engines read 30 February as 2 March.
  return at && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(form?.[1] ?? '') ? at : null;
}
