import { database } from '../platform/db';
import { chargeStateSql, findChargeState } from '../ledger/read/balance/find-charge-state';
import { release } from '../ledger/release';
import { RECORD_LIFE, OF_RECORD, WITHOUT_FLUSH } from './sql';
import type { IdempotencyRecord, AcquireOutcome, KeptAnswer } from './types';

/**
 * Bounds of `Retry-After` for "still running". In between it is a quarter of the time that the first request has taken
 * so far: a request that has run for a minute is unlikely to end within two seconds.
 */
const MIN_RETRY_SECONDS = 2;
const MAX_RETRY_SECONDS = 30;
const SHARE_OF_AGE = 4;
/**
 * A request that has no hold after this time is considered dead. One that is only slow finds out right before its hold
 * (`confirmRecord`).
 */
const HOLD_DEADLINE = `interval '60 seconds'`;
/**
 * A record that is abandoned between two statements lets the next try succeed; more tries than this are never needed.
 */
const MAX_TRIES = 3;

type Row = {
  request_id: string;
  hold_id: string;
  body_hash: string;
  expired: boolean;
  /** Whether its request has had enough time to make a hold. */
  stale: boolean;
  /** How long ago it was acquired, seconds. */
  age: number;
  answer_kind: KeptAnswer['kind'] | null;
  /** Null if no answer is stored. */
  answer_bytes: number | null;
  facts: unknown;
};

/**
 * Acquires the record of an `Idempotency-Key` for a request, per account and route, right before the request is carried
 * out: of all requests with the same key within 24 hours, one gets `acquired`. The others get the state of that one. If
 * its process died before the hold, or its hold ended without a charge, the next request takes over the record.
 * @throws ApiError `NOT_READY` if the database is unavailable
 */
export async function acquireRecord(record: IdempotencyRecord): Promise<AcquireOutcome> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    if (await insert(record)) return { state: 'acquired' };
    const row = await find(record);
    if (row) return outcomeOf(record, row);
  }
  return running();
}

async function outcomeOf(record: IdempotencyRecord, row: Row): Promise<AcquireOutcome> {
  const { request_id: requestId, answer_kind: kind, answer_bytes: bytes, facts } = row;
  if (row.expired) return takeOver(record, requestId);
  if (row.body_hash !== record.bodyHash) return { state: 'other_body' };
  if (kind !== null && bytes !== null) return { state: 'replay', head: { kind, bytes, metadata: facts }, requestId };
  switch (await findChargeState({ accountId: record.accountId, requestId, holdId: row.hold_id })) {
    case 'charged':
      return { state: 'receipt_only', requestId };
    case 'held':
      return running(row.age);
    case 'none':
      return row.stale ? takeOverAfterHold(record, row) : running(row.age);
  }
}

/**
 * Takes over from a request whose hold has ended. That request may still have a charge that is waiting for the
 * database. Releasing the hold makes sure that this charge is never settled in addition to the new one.
 */
async function takeOverAfterHold(
  record: IdempotencyRecord,
  { request_id: requestId, hold_id: holdId }: Row,
): Promise<AcquireOutcome> {
  await release({ holdId });
  const state = await findChargeState({ accountId: record.accountId, requestId, holdId });
  return state === 'charged' ? { state: 'receipt_only', requestId } : takeOver(record, requestId);
}

async function insert(record: IdempotencyRecord): Promise<boolean> {
  const rows = await database().money.query(INSERT, paramsOf(record), { name: 'idempotency_insert' });
  return rows.length > 0;
}

async function find({ accountId, route, key }: IdempotencyRecord): Promise<Row | undefined> {
  const params = [accountId, route, key];
  const [row] = await database().money.query<Row>(FIND, params, { name: 'idempotency_find' });
  return row;
}

/**
 * @param from the request that owned the record when we read it: of several that try to take over, only one succeeds
 */
async function takeOver(record: IdempotencyRecord, from: string): Promise<AcquireOutcome> {
  const params = [...paramsOf(record), from];
  const rows = await database().money.query(TAKE_OVER, params, { name: 'idempotency_take_over' });
  return rows.length > 0 ? { state: 'acquired' } : running();
}

function running(ageSeconds = 0): AcquireOutcome {
  const share = Math.ceil(ageSeconds / SHARE_OF_AGE);
  return { state: 'running', retryAfterSeconds: Math.min(MAX_RETRY_SECONDS, Math.max(MIN_RETRY_SECONDS, share)) };
}

function paramsOf({ accountId, route, key, bodyHash, requestId, holdId }: IdempotencyRecord): string[] {
  return [accountId, route, key, bodyHash, requestId, holdId];
}

const INSERT = `
  insert into idempotency_claim (account_id, route, key, body_hash, request_id, hold_id, claimed_at)
    values ($1, $2, $3, $4, $5, $6, now())
    on conflict do nothing returning ${WITHOUT_FLUSH}`;

/**
 * The answer is large, so it is read later, only for requests that may have it. Its length is known without reading it.
 */
const FIND = `
  select c.request_id, c.hold_id, c.body_hash, c.claimed_at < now() - ${RECORD_LIFE} as expired,
      c.claimed_at < now() - ${HOLD_DEADLINE} as stale,
      extract(epoch from now() - c.claimed_at)::float8 as age, c.answer_kind, c.facts,
      octet_length(c.answer) as answer_bytes
    from idempotency_claim c where ${OF_RECORD}`;

/** Checks again whether the record may be taken over: the first request may have made its hold since it was read. */
const TAKE_OVER = `
  update idempotency_claim c
    set body_hash = $4, request_id = $5, hold_id = $6, claimed_at = now(), answer_kind = null, answer = null, facts = null
    where ${OF_RECORD} and c.request_id = $7 and (
      c.claimed_at < now() - ${RECORD_LIFE}
      or c.claimed_at < now() - ${HOLD_DEADLINE} and c.answer is null
        and ${chargeStateSql({ accountId: 'c.account_id', requestId: 'c.request_id', holdId: 'c.hold_id' })} = 'none'
    )
    returning ${WITHOUT_FLUSH}`;
