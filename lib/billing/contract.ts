import { z } from 'zod';
import { Time } from '../core/time-schema';

/** What the pages of models show of our own requests. */
export type { MeasuredModels, ModelFigures, UsedModel, UsedModels } from './model-figures/contract';

/** The console's usage page, and the public usage reports. */
export {
  UsageQuery,
  type UsageRequest,
  type UsageRequestPage,
  UsageRequestsQuery,
  type UsageSumRow,
  type UsageSums,
} from './requests/contract';
export { UsageAnalytics, UsageAnalyticsQuery } from './usage-analytics/contract';
export { UsageHistoryPage, UsageHistoryQuery } from './usage-history/contract';

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
  balanceAfter: z.string().meta({ description: 'The available balance afterward.', example: '0.9996' }),
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
  createdAt: Time,
});
export type Receipt = z.output<typeof Receipt>;

/** Instead of a receipt: the request may still be in flight, or its charge is being settled. */
export type PendingReceipt = { requestId: string; pending: true };
