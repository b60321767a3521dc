import type { Queryable } from '../../../platform/database/types';

/**
 * Makes the statements of a transaction use an index and stop after their page. Without statistics (the embedded
 * database never collects any, and a prepared plan may predate them) the planner assumes that every history is short
 * and sorts all of it for each page.
 */
export async function withoutSeqScan(tx: Queryable): Promise<void> {
  await tx.query(SETTINGS, [], { name: 'ledger_along_the_index' });
}

const SETTINGS = `
  select set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', 'off', true),
    set_config('enable_sort', 'off', true)`;
