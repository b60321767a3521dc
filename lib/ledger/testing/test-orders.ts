import { newId } from '../../core/ids';
import type { Bill, HoldRequest, UsageRecord } from '../types';

/** An order of a hold for a test: 10 to 400 nano units, ten minutes. */
export function testOrder(accountId: string, more: Partial<HoldRequest> = {}): HoldRequest {
  return { id: newId(), accountId, keyId: null, maximumNano: 400n, minimumNano: 10n, ttlSeconds: 600, ...more };
}

/** A bill of one line. */
export function testBill(costNano: bigint, estimated = false): Bill {
  return { costNano, lines: [{ kind: 'output', units: 1, rateNano: costNano, costNano }], estimated };
}

/** The description of a paid request. */
export function testRecord(more: Partial<UsageRecord> = {}): UsageRecord {
  const request = { requestId: newId(), modelId: 'm', modelType: 'text', ending: 'completed', status: 200 } as const;
  return { ...request, firstTokenMs: 1, durationMs: 2, ...more };
}
