import { and, eq } from 'drizzle-orm';
import { database } from '../../../platform/db';
import { readLines } from '../../bill-lines';
import { usageRecord } from '../../tables';
import type { Receipt, UsageRecord } from '../../types';

/** A paid request: its description, its receipt, and when the charge was settled. */
export type PaidRequest = UsageRecord & Receipt & { keyId: string | null; settledAt: Date };

/** The usage row of one request of an account, or null if none was settled under this ID. */
export async function findUsageRecord(input: { accountId: string; requestId: string }): Promise<PaidRequest | null> {
  const [row] = await database()
    .orm.select()
    .from(usageRecord)
    .where(and(eq(usageRecord.requestId, input.requestId), eq(usageRecord.accountId, input.accountId)));
  if (!row) return null;
  return {
    requestId: row.requestId,
    modelId: row.modelId,
    keyId: row.keyId,
    modelType: row.modelType,
    ending: row.ending,
    status: row.status,
    firstTokenMs: row.firstTokenMs,
    durationMs: row.durationMs,
    currency: row.currency,
    heldNano: row.heldNano,
    chargedNano: row.chargedNano,
    absorbedNano: row.absorbedNano,
    balanceAfterNano: row.balanceAfterNano,
    lines: readLines(row.lines),
    estimated: row.estimated,
    settledAt: row.createdAt,
  };
}
