import { database } from '../../platform/db';

/**
 * Why a request was refused (docs/api-rules.md, "Refusal log"): requests or tokens per minute, requests per day
 * (reserved; no such limit exists today), the guard's two buckets.
 */
export type RefusalType = 'RPM' | 'TPM' | 'RPD' | 'FAILED_REQUESTS' | 'UNSUPPORTED_FEATURE_REQUESTS';

/** One refused request. */
export type Refusal = {
  id: string;
  accountId: string;
  /** Null for a browser session. */
  keyId: string | null;
  /** A model's id, or `endpoint:api/v1/<path>`. */
  modelId: string;
  tier: string;
  type: RefusalType;
  atMs: number;
  /** Its position among refusals of the same millisecond, from 0. */
  order: number;
};

/** Microseconds within a millisecond keep its refusals in order. */
const MAX_ORDER = 999;

/**
 * Writes refusals and removes all but the last `kept` of their accounts, in one idempotent statement.
 * @param kept how many are kept per account
 * @throws ApiError NOT_READY if the database is unavailable
 */
export async function writeRefusals(refusals: Refusal[], kept: number): Promise<void> {
  await database().query(
    WRITE,
    [
      refusals.map(({ id }) => id),
      refusals.map(({ accountId }) => accountId),
      refusals.map(({ keyId }) => keyId),
      refusals.map(({ modelId }) => modelId),
      refusals.map(({ tier }) => tier),
      refusals.map(({ type }) => type),
      refusals.map(instantOf),
      kept,
    ],
    { name: 'limits.write-refusals' },
  );
}

function instantOf({ atMs, order }: Refusal): string {
  const micros = String(Math.min(order, MAX_ORDER)).padStart(3, '0');
  return new Date(atMs).toISOString().replace('Z', `${micros}Z`);
}

/**
 * The parts of the statement do not see each other's changes, so new rows are ranked with the old before they are
 * stored.
 */
const WRITE = `
with known as materialized (
  -- Waits for a deletion of the account that is in progress, so that nothing is written for a deleted one.
  select id, deleted_at from account where id = any($2::uuid[]) for key share
), fresh as (
  select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::text[], $7::timestamptz[])
    as f (id, account_id, key_id, model_id, tier, type, at)
   where not exists (select from known k where k.id = f.account_id and k.deleted_at is not null)
), ranked as (
  select id, row_number() over (partition by account_id order by at desc, id desc) as nth
    from (select id, account_id, at from rate_limit_event where account_id = any($2::uuid[])
          union select id, account_id, at from fresh) as known
), surplus as (
  -- Another process may be removing the same: the second one skips those rows.
  select e.id from rate_limit_event e join ranked r on r.id = e.id where r.nth > $8 for update of e skip locked
), removed as (
  delete from rate_limit_event where id in (select id from surplus)
)
insert into rate_limit_event (id, account_id, key_id, model_id, tier, type, at)
select f.id, f.account_id, f.key_id, f.model_id, f.tier, f.type, f.at
  from fresh f join ranked r on r.id = f.id
 where r.nth <= $8
on conflict (id) do nothing`;
