import type { Queryable } from '../../../platform/database/types';

/**
 * Lets the statements of a transaction walk along an index and end with their page. Without statistics (the embedded
 * database never makes any, a prepared plan may be older than them) the planner takes every history for a short one and
 * sorts the whole of it for each page.
 */
export async function withoutSeqScan(tx: Queryable): Promise<void> {
  await tx.query(SETTINGS, [], { name: 'ledger_along_the_index' });
}

const SETTINGS = `
  select set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', 'off', true),
    set_config('enable_sort', 'off', true)`;
