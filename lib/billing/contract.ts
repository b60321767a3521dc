import { z } from 'zod';

/** The answer to `GET /billing/balance` (contract 18.1). Amounts are numbers, never null (contract 1.5a 6). */
export const BillingBalance = z.object({
  canConsume: z.boolean().meta({ description: 'Whether a request would be admitted.', example: true }),
  consumptionCurrency: z
    .enum(['USD', 'DIEM', 'BUNDLED_CREDITS', 'VCU'])
    .nullable()
    .meta({ description: 'What the next request is paid with; null where nothing can pay.', example: 'USD' }),
  balances: z.object({
    diem: z.number().meta({ description: 'DIEM that can be spent today.', example: 0 }),
    usd: z.number().meta({ description: 'USD that can be spent.', example: 12.5 }),
  }),
  diemEpochAllocation: z.number().meta({ description: 'DIEM of a whole day.', example: 0 }),
});
export type BillingBalance = z.output<typeof BillingBalance>;

/** What a paid request cost: the ticket that the console shows. Amounts are exact decimal texts. */
export const Ticket = z.object({
  requestId: z.string(),
  modelId: z.string(),
  currency: z.enum(['USD', 'DIEM']),
  held: z.string().meta({ description: 'What was set aside before the work.', example: '0.0012' }),
  charged: z.string().meta({ description: 'What was taken.', example: '0.0004' }),
  absorbed: z.string().meta({ description: 'What the work cost above that, carried by the operator.', example: '0' }),
  balanceAfter: z.string().meta({ description: 'What could be spent afterwards.', example: '0.9996' }),
  lines: z.array(z.object({ kind: z.string(), units: z.number(), cost: z.string() })),
  estimated: z.boolean().meta({ description: 'Whether the units were counted by us.', example: false }),
  ending: z.enum(['completed', 'client_left', 'upstream_failed']),
  firstTokenMs: z.number().nullable(),
  durationMs: z.number(),
  createdAt: z.string(),
});
export type Ticket = z.output<typeof Ticket>;
