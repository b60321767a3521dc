import { newId, randomHex } from '../core/ids';
import { hold } from '../ledger/hold';
import { settle } from '../ledger/settle';
import { createTestAccount } from '../ledger/testing/test-account';
import { testBill, testOrder, testRecord } from '../ledger/testing/test-orders';
import type { Hold } from '../ledger/types';
import { database } from '../platform/db';
import type { IdempotencyRecord } from './types';

/** A record of a new account with some credit, under a unique key. */
export async function newRecord(more: Partial<IdempotencyRecord> = {}): Promise<IdempotencyRecord> {
  const accountId = more.accountId ?? (await createTestAccount(1000n));
  return repeatOf({
    accountId,
    route: 'POST /api/v1/chat/completions',
    key: newId(),
    bodyHash: randomHex(32),
    ...more,
  });
}

/** Another request with the same key and body. */
export function repeatOf(first: Omit<IdempotencyRecord, 'requestId' | 'holdId'>): IdempotencyRecord {
  return { ...first, requestId: `${randomHex(8)}-SVC`, holdId: newId() };
}

/** Makes the request's hold. */
export function holdFor({ accountId, holdId }: IdempotencyRecord): Promise<Hold> {
  return hold(testOrder(accountId, { id: holdId }));
}

/** Charges the request, after making its hold. */
export async function chargeFor(record: IdempotencyRecord, costNano = 150n): Promise<void> {
  const held = await holdFor(record);
  await settle({ hold: held, bill: testBill(costNano), record: testRecord({ requestId: record.requestId }) });
}

/** Moves a record into the past. */
export async function age(record: IdempotencyRecord, interval: string): Promise<void> {
  await database().query('update idempotency_claim set claimed_at = claimed_at - $2::text::interval where key = $1', [
    record.key,
    interval,
  ]);
}

/** Expires the request's hold. */
export async function expireHold({ holdId }: IdempotencyRecord): Promise<void> {
  await database().query("update ledger_hold set expires_at = ledger_now() - interval '1 ms' where id = $1", [holdId]);
}

/** The id of the request that owns the record; undefined if there is no record. */
export async function ownerOf({ accountId, route, key }: IdempotencyRecord): Promise<string | undefined> {
  const [row] = await database().query<{ request_id: string }>(
    'select request_id from idempotency_claim where account_id = $1 and route = $2 and key = $3',
    [accountId, route, key],
  );
  return row?.request_id;
}
