import { z } from 'zod';
import { DAY_MS } from '../../core/time';

/** Bounds of queries (docs/api-rules.md, "Usage analytics"). */
const MAX_ANALYTICS_DAYS = 90;
const DEFAULT_ANALYTICS_DAYS = 7;

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
          .meta({ description: 'null for a browser session.', example: '0b7f6a52-6a1d-4a1f-9d0e-2f3c4b5a6d7e' }),
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
