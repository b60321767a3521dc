/** How long a claim counts, and its answer is kept (contract 1.4). */
export const RECORD_LIFE = `interval '24 hours'`;

/** The claim of an order, of which `$1` to `$3` are account, route and key. */
export const OF_RECORD = 'c.account_id = $1 and c.route = $2 and c.key = $3';

/**
 * Returned by a statement whose commit need not wait for the disk: what a crash may take of a claim is put right by the
 * charge, whose own flush takes along all that was written before.
 */
export const WITHOUT_FLUSH = `set_config('synchronous_commit', 'off', true)`;
