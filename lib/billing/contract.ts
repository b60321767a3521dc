import { z } from 'zod';
import { DAY_MS } from '../core/time';

/** The console's usage page. */
export {
  UsageQuery,
  type UsageRequest,
  type UsageRequestPage,
  UsageRequestsQuery,
  type UsageSumRow,
  type UsageSums,
} from './requests/contract';

/**
 * The answer to `GET /billing/balance`; amounts are numbers, never null
 * (docs/api-rules.md, "Balance" and "Wire tolerances").
 */
export const BillingBalance = z
  .object({
    canConsume: z.boolean().meta({ description: 'Whether a request would be admitted.', example: true }),
    consumptionCurrency: z
      .enum(['USD', 'DIEM', 'BUNDLED_CREDITS', 'VCU'])
      .nullable()
      .meta({ description: 'The currency that pays for the next request; null if neither can.', example: 'USD' }),
    balances: z.object({
      diem: z.number().meta({ description: 'DIEM available today.', example: 0 }),
      usd: z.number().meta({ description: 'Available USD.', example: 12.5 }),
    }),
    diemEpochAllocation: z.number().meta({ description: 'DIEM per full day.', example: 0 }),
  })
  .meta({ id: 'BillingBalance', description: 'The available balance of an account.' });
export type BillingBalance = z.output<typeof BillingBalance>;

/** The answer to `GET /api/console/balance`. Amounts are exact decimal text; available and reserved make up the credit. */
export type ConsoleBalance = {
  /** Pays for the next request; null if none would be admitted. */
  currency: 'USD' | 'DIEM' | null;
  usd: { available: string; reserved: string };
  /** Null if the account never had a stake. */
  diem: { available: string; reserved: string; ofDay: string } | null;
};

/** The receipt of a paid request, as shown by the console. Amounts are exact decimal text. */
export const Receipt = z.object({
  requestId: z.string(),
  modelId: z.string(),
  currency: z.enum(['USD', 'DIEM']),
  held: z.string().meta({ description: 'The amount held before the request ran.', example: '0.0012' }),
  charged: z.string().meta({ description: 'The amount charged.', example: '0.0004' }),
  absorbed: z.string().meta({ description: 'The cost above that, absorbed by the operator.', example: '0' }),
  balanceAfter: z.string().meta({ description: 'The available balance afterwards.', example: '0.9996' }),
  lines: z.array(
    z.object({
      kind: z.string(),
      units: z.number(),
      // Receipts that a browser stored with earlier versions have none.
      rate: z
        .string()
        .optional()
        .meta({ description: 'Per million tokens or characters, else per unit.', example: '0.15' }),
      cost: z.string(),
    }),
  ),
  estimated: z.boolean().meta({ description: 'Whether the units are our estimate.', example: false }),
  ending: z.enum(['completed', 'credit_ran_out', 'client_left', 'upstream_failed']),
  firstTokenMs: z.number().nullable(),
  durationMs: z.number(),
  createdAt: z.string(),
});
export type Receipt = z.output<typeof Receipt>;

/** Instead of a receipt: the request may still be in flight, or its charge is being settled. */
export type PendingReceipt = { requestId: string; pending: true };

/** Bounds of queries (docs/api-rules.md, "Usage history" and "Usage analytics"). */
const MAX_INSTANT_CHARACTERS = 40;
const MIN_PAGE_SIZE = 10;
const MAX_PAGE_SIZE = 1_000;
const MAX_ANALYTICS_DAYS = 90;
const DEFAULT_ANALYTICS_DAYS = 7;

/** ISO 8601 with `Z`, as whole microseconds since 1970, rounded up. */
const Instant = z
  .string()
  .max(MAX_INSTANT_CHARACTERS, `Must have at most ${MAX_INSTANT_CHARACTERS} characters`)
  .transform((text, context) => {
    const micros = parseMicros(text);
    if (micros === null) context.addIssue('Must be an ISO 8601 time in UTC, like 2026-11-20T00:00:00Z');
    return micros ?? 0n;
  })
  .meta({ example: '2026-11-20T00:00:00Z' });

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
    timestamp: z.string().meta({ description: 'Time of the charge.', example: '2026-11-20T09:12:44.120Z' }),
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
export type UsageRow = z.output<typeof UsageRow>;

/** The answer to `GET /billing/usage-history` (docs/api-rules.md, "Usage history"): rows in chronological order. */
export const UsageHistoryPage = z
  .object({
    data: z.array(UsageRow),
    nextCursor: z.string().nullable().meta({ description: 'Cursor of the next page; null at the end.', example: null }),
  })
  .meta({ id: 'UsageHistoryPage', description: 'A page of priced lines in chronological order.' });
export type UsageHistoryPage = z.output<typeof UsageHistoryPage>;

const Day = z.iso.date('Must be a day, YYYY-MM-DD').optional();

/**
 * Query of `GET /billing/usage-analytics` (docs/api-rules.md, "Usage analytics"): the last days, or a range of days.
 */
export const UsageAnalyticsQuery = z
  .object({
    lookback: z
      .string()
      .regex(/^[1-9]\d*d$/, 'Must be a number of days, like 7d')
      .optional()
      .meta({ description: `The last days, including today; at most ${MAX_ANALYTICS_DAYS}d.`, example: '7d' }),
    startDate: Day.meta({ description: 'First day, UTC.', example: '2026-11-01' }),
    endDate: Day.meta({ description: 'Last day, UTC.', example: '2026-11-30' }),
  })
  .superRefine(({ lookback, startDate, endDate }, context) => {
    const refuse = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message });
    if (startDate === undefined && endDate === undefined) return;
    if (lookback !== undefined) refuse('lookback', 'Must not be sent together with startDate and endDate');
    if (startDate === undefined) return refuse('startDate', 'Must be sent together with endDate');
    if (endDate === undefined) return refuse('endDate', 'Must be sent together with startDate');
    if (endDate < startDate) return refuse('endDate', 'Must not be before startDate');
    const days = (Date.parse(endDate) - Date.parse(startDate)) / DAY_MS + 1;
    if (days > MAX_ANALYTICS_DAYS) refuse('endDate', `Must span at most ${MAX_ANALYTICS_DAYS} days`);
  })
  .transform(({ lookback, startDate, endDate }) =>
    startDate !== undefined && endDate !== undefined
      ? { startDate, endDate }
      : { days: Math.min(Number(lookback?.slice(0, -1) ?? DEFAULT_ANALYTICS_DAYS), MAX_ANALYTICS_DAYS) },
  );
export type UsageAnalyticsQuery = z.output<typeof UsageAnalyticsQuery>;

const totals = {
  totalUsd: z.number().meta({ example: 0.19 }),
  totalDiem: z.number().meta({ example: 0 }),
  totalUnits: z.number().meta({ example: 600000 }),
};

/**
 * A day at 00:00 UTC as Unix milliseconds, and the spend of each series: USD plus DIEM, counting one DIEM as one USD.
 */
const DailySeries = z.array(z.object({ date: z.number() }).catchall(z.number())).meta({
  description: 'For each day, its 00:00 UTC as Unix milliseconds and the spend of each name.',
  example: [],
});

/**
 * The answer to `GET /billing/usage-analytics` (docs/api-rules.md, "Usage analytics"). The highest spend comes first.
 */
export const UsageAnalytics = z
  .object({
    lookback: z.string().meta({ description: '`Nd` or `start:end`.', example: '7d' }),
    byDate: z.array(z.object({ date: z.string(), USD: z.number(), DIEM: z.number() })).meta({
      description: 'Each day of the range, oldest first.',
      example: [{ date: '2026-11-20', USD: 0.19, DIEM: 0 }],
    }),
    byModel: z.array(
      z.object({
        modelName: z.string().meta({ example: 'Demo Text S' }),
        unitType: z.enum(['tokens', 'images', 'chars', 'minutes', 'seconds', 'requests']),
        modelType: z.enum(['LLM', 'IMAGE', 'TTS', 'ASR', 'VIDEO']).nullable(),
        ...totals,
        breakdown: z.array(z.object({ type: z.string(), usd: z.number(), diem: z.number(), units: z.number() })).meta({
          example: [
            { type: 'input', usd: 0.1, diem: 0, units: 500_000 },
            { type: 'output', usd: 0.09, diem: 0, units: 100_000 },
          ],
        }),
      }),
    ),
    byKey: z.array(
      z.object({
        apiKeyId: z
          .string()
          .nullable()
          .meta({ description: 'null for the web app.', example: '0b7f6a52-6a1d-4a1f-9d0e-2f3c4b5a6d7e' }),
        description: z.string().meta({ example: 'worker' }),
        ...totals,
      }),
    ),
    byModelDaily: DailySeries,
    byKeyDaily: DailySeries,
    topModels: z.array(z.string()).meta({ description: 'The eight with the highest spend.', example: ['Demo Text S'] }),
    topKeyNames: z.array(z.string()).meta({ description: 'The eight with the highest spend.', example: ['worker'] }),
  })
  .meta({ id: 'UsageAnalytics', description: 'The aggregated spend of an account.' });
export type UsageAnalytics = z.output<typeof UsageAnalytics>;

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
