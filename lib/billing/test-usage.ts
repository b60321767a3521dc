import { newRequestId } from '../http/answer/headers';
import { newId } from '../core/ids';
import { storeLines } from '../ledger/bill-lines';
import type { BillLine, UsageRecord } from '../ledger/types';
import { database } from '../platform/db';

/** A usage row for a test; defaults are those of a plain chat. `atMicros`: microseconds since 1970. */
export type TestUsage = Partial<UsageRecord> & {
  accountId: string;
  keyId?: string | null;
  currency?: 'USD' | 'DIEM';
  lines: BillLine[];
  absorbedNano?: bigint;
  estimated?: boolean;
  atMicros: bigint;
};

/**
 * For tests: inserts a usage row with a given time, which the ledger would take from its clock. @returns its request ID
 */
export async function insertTestUsage(usage: TestUsage): Promise<string> {
  const { requestId = newRequestId(), absorbedNano = 0n } = usage;
  const costNano = usage.lines.reduce((sum, line) => sum + line.costNano, 0n);
  await database().query(
    `insert into usage_record (request_id, hold_id, account_id, key_id, model_id, model_type, currency, held_nano,
        charged_nano, absorbed_nano, balance_after_nano, lines, estimated, ending, status, first_token_ms, duration_ms,
        created_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $8, $9, 0, $10::text::jsonb, $11, $12, $13, null, $14,
        timestamptz 'epoch' + $15::bigint * interval '1 microsecond')`,
    [
      requestId,
      newId(),
      usage.accountId,
      usage.keyId ?? null,
      usage.modelId ?? 'demo-text-s',
      usage.modelType ?? 'text',
      usage.currency ?? 'USD',
      String(costNano - absorbedNano),
      String(absorbedNano),
      storeLines(usage.lines),
      usage.estimated ?? false,
      usage.ending ?? 'completed',
      usage.status ?? 200,
      usage.durationMs ?? 420,
      String(usage.atMicros),
    ],
  );
  return requestId;
}

/** For tests: a line of tokens with a rate per million that matches its cost. */
export function testLine(kind: string, units: number, costNano: bigint, rateNano = 900_000_000n): BillLine {
  return { kind, units, rateNano, costNano };
}
