import { database, installDatabase } from '../../../platform/db';
import type { Database, Queryable } from '../../../platform/database/types';

/** A request of a test's history. `lines` are `[kind, cost in nano units]`, one unit each. */
export type TestRequest = {
  requestId: string;
  micros: bigint;
  lines: [kind: string, costNano: bigint][];
  absorbedNano?: bigint;
  currency?: 'USD' | 'DIEM';
  modelId?: string;
  modelType?: string;
  keyId?: string | null;
};

/** For tests: writes usage rows with given times (microseconds since 1970) in one statement. */
export async function insertHistory(accountId: string, requests: TestRequest[]): Promise<void> {
  const rows = requests.map(({ requestId, micros, lines, absorbedNano = 0n, currency = 'USD', ...request }) => ({
    request_id: requestId,
    micros: String(micros),
    lines: lines.map(([kind, costNano]) => ({ kind, units: 1, rateNano: '1', costNano: String(costNano) })),
    cost: String(lines.reduce((sum, [, costNano]) => sum + costNano, 0n) - absorbedNano),
    absorbed: String(absorbedNano),
    currency,
    model_id: request.modelId ?? 'm',
    model_type: request.modelType ?? 'text',
    key_id: request.keyId ?? null,
  }));
  await database().query(
    `insert into usage_record (request_id, hold_id, account_id, key_id, model_id, model_type, currency, held_nano,
        charged_nano, absorbed_nano, balance_after_nano, lines, estimated, ending, duration_ms, created_at)
      select request_id, 'hold ' || request_id, $1::uuid, key_id, model_id, model_type, currency, cost, cost, absorbed,
          0, lines, false, 'completed', 1, timestamptz 'epoch' + micros * interval '1 microsecond'
        from jsonb_to_recordset($2::text::jsonb) as r (request_id text, micros bigint, lines jsonb, cost bigint,
          absorbed bigint, currency text, model_id text, model_type text, key_id uuid)`,
    [accountId, JSON.stringify(rows)],
  );
}

/** For tests: runs some work and returns each statement of its transactions with its query plan. */
export async function watchStatements(work: () => Promise<unknown>): Promise<{ text: string; plan: string }[]> {
  const seen: { text: string; plan: string }[] = [];
  const whole: Database = database();
  const watched = (tx: Queryable): Queryable => ({
    ...tx,
    query: async <R extends Record<string, unknown>>(text: string, params?: unknown[], options?: { name?: string }) => {
      const plan = await tx.query(`explain ${text}`, params);
      seen.push({ text, plan: plan.map((row) => row['QUERY PLAN']).join('\n') });
      return tx.query<R>(text, params, options);
    },
  });
  installDatabase({
    ...whole,
    transaction: (run, options) => whole.transaction((tx) => run(watched(tx)), options),
  });
  await work().finally(() => installDatabase(whole));
  return seen;
}
