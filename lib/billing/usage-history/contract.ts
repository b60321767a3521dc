import { z } from 'zod';
import { Time } from '../../core/time-schema';

/** Bounds of queries (docs/api-rules.md, "Usage history"). */
const MAX_INSTANT_CHARACTERS = 40;
const MIN_PAGE_SIZE = 10;
const MAX_PAGE_SIZE = 1_000;

/** ISO 8601 with `Z`, as whole microseconds since 1970, rounded up. */
const Instant = z
  .string()
  .max(MAX_INSTANT_CHARACTERS, `Must have at most ${MAX_INSTANT_CHARACTERS} characters`)
  .transform((text, context) => {
    const micros = parseMicros(text);
    if (micros === null) context.addIssue('Must be an ISO 8601 time in UTC, like 2026-11-20T00:00:00Z');
    return micros ?? 0n;
  })
  .meta({ format: 'date-time', example: '2026-11-20T00:00:00Z' });

/**
 * Query of `GET /billing/usage-history`: strict (docs/api-rules.md, "Usage history"). Times are microseconds since
 * 1970.
 */
export const UsageHistoryQuery = z
  .strictObject({
    startTimestamp: Instant.optional().meta({ description: 'Only rows at or after this time.' }),
    endTimestamp: Instant.optional().meta({ description: 'Only rows before this time.' }),
    currency: z.enum(['USD', 'DIEM', 'BUNDLED_CREDITS', 'EARNED_CREDITS']).optional().meta({ example: 'USD' }),
    pageSize: z
      .string()
      .regex(/^\d{1,9}$/, 'Must be a whole number')
      .transform(Number)
      .pipe(
        z
          .number()
          .min(MIN_PAGE_SIZE, `Must be ${MIN_PAGE_SIZE} or more`)
          .max(MAX_PAGE_SIZE, `Must be ${MAX_PAGE_SIZE} or less`),
      )
      .optional()
      .meta({ description: 'Rows per page. Default: 1000.', example: '1000' }),
    cursor: z
      .string()
      .regex(/^[A-Za-z0-9_-]{1,512}$/, 'Must be a nextCursor of this endpoint')
      .optional()
      .meta({ description: 'Cursor of the next page. Must be sent alone, because it contains the filters.' }),
  })
  .superRefine((query, context) => {
    const { cursor, startTimestamp, endTimestamp, ...others } = query;
    const given = [startTimestamp, endTimestamp, ...Object.values(others)].some((value) => value !== undefined);
    if (cursor !== undefined && given) {
      context.addIssue({
        code: 'custom',
        path: ['cursor'],
        message: 'Must be sent alone, because it contains the filters',
      });
    }
    if (startTimestamp !== undefined && endTimestamp !== undefined && endTimestamp <= startTimestamp) {
      context.addIssue({ code: 'custom', path: ['endTimestamp'], message: 'Must be later than startTimestamp' });
    }
  })
  .transform(({ pageSize = MAX_PAGE_SIZE, ...query }) => ({ ...query, pageSize }));
export type UsageHistoryQuery = z.output<typeof UsageHistoryQuery>;

/** One priced line of a paid request (docs/api-rules.md, "Usage history"). */
const UsageRow = z
  .object({
    timestamp: Time.meta({ description: 'Time of the charge.', example: '2026-11-20T09:12:44.120Z' }),
    sku: z.string().meta({ description: 'What was sold.', example: 'demo-text-s-llm-output-mtoken' }),
    units: z.number().meta({ description: 'Quantity; tokens and characters in millions.', example: 0.000006 }),
    pricePerUnitUsd: z.number().meta({ description: 'Price per unit; the same number in DIEM.', example: 0.9 }),
    amount: z.number().meta({ description: 'Change of the balance; debits are negative.', example: -0.0000054 }),
    currency: z.enum(['USD', 'DIEM']),
    notes: z.string().meta({ description: 'Further notes.', example: 'inference' }),
    inferenceDetails: z
      .object({
        requestId: z.string().meta({
          description: 'The ID of the request: for a chat the `id` of its response, else the `cf-ray`.',
          example: 'chatcmpl-5b0d6f1a2c3e4f50',
        }),
        promptTokens: z.number().nullable().meta({ example: 31 }),
        completionTokens: z.number().nullable().meta({ example: 6 }),
        inferenceExecutionTime: z.number().nullable().meta({ description: 'Milliseconds.', example: 420 }),
      })
      .nullable(),
  })
  .meta({ id: 'UsageRow', description: 'One priced line of a paid request.' });

/** The answer to `GET /billing/usage-history` (docs/api-rules.md, "Usage history"): rows in chronological order. */
export const UsageHistoryPage = z
  .object({
    data: z.array(UsageRow),
    nextCursor: z.string().nullable().meta({ description: 'Cursor of the next page; null at the end.', example: null }),
  })
  .meta({ id: 'UsageHistoryPage', description: 'A page of priced lines in chronological order.' });
export type UsageHistoryPage = z.output<typeof UsageHistoryPage>;

/** Whole microseconds since 1970, rounded up; null if the text is not such a time. */
function parseMicros(text: string): bigint | null {
  const [, day = '', time = '', fraction = ''] =
    /^(\d{4}-\d{2}-\d{2})(T\d{2}:\d{2}(?::\d{2})?)(?:\.(\d+))?Z$/.exec(text) ?? [];
  const at = new Date(`${day}${time}Z`);
  // The day is compared because some engines parse February 30 as March 2.
  if (day === '' || Number.isNaN(at.getTime()) || !at.toISOString().startsWith(day)) return null;
  const finer = /[1-9]/.test(fraction.slice(6)) ? 1n : 0n;
  return BigInt(at.getTime()) * 1_000n + BigInt(fraction.slice(0, 6).padEnd(6, '0')) + finer;
}
