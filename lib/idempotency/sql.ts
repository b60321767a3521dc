/** How long a record is valid and its answer is stored (docs/api-rules.md, "Idempotency"). */
export const RECORD_LIFE = `interval '24 hours'`;

/** Matches a record's row; `$1` to `$3` are account, route, and key. */
export const OF_RECORD = 'c.account_id = $1 and c.route = $2 and c.key = $3';

/**
 * Returned by a statement whose commit need not wait for the disk: a crash can only lose the record of a request that has
 * not been charged, because the charge's own flush includes everything written before.
 */
export const WITHOUT_FLUSH = `set_config('synchronous_commit', 'off', true)`;
