import { withoutSeqScan } from '../../ledger/read/history/without-seq-scan';
import type { Queryable } from '../../platform/db';

/** How often credit is followed from one account to the next. */
const MAX_MOVES = 5;

type Row = { from: string; to: string };

/**
 * Where the credit of closed accounts is now: a wallet's account is closed when the wallet is linked to another one, and
 * all its credit is moved there.
 * @param within a transaction
 * @returns by closed account; an account whose credit was not moved is not in it
 */
export async function findHolders(closed: readonly string[], within: Queryable): Promise<ReadonlyMap<string, string>> {
  const holders = new Map<string, string>();
  if (closed.length === 0) return holders;
  await withoutSeqScan(within);
  let open = new Map(closed.map((id) => [id, [id]]));
  for (let moves = 0; open.size > 0 && moves < MAX_MOVES; moves += 1) {
    const rows = await within.query<Row>(
      `select substr(id, length('transfer-in:') + 1) as "from", account_id as "to" from ledger_entry
         where id = any($1::text[]) and kind = 'TRANSFER'`,
      [[...open.keys()].map((id) => `transfer-in:${id}`)],
    );
    const next = new Map<string, string[]>();
    for (const { from, to } of rows) {
      const origins = open.get(from) ?? [];
      for (const origin of origins) holders.set(origin, to);
      next.set(to, [...(next.get(to) ?? []), ...origins]);
    }
    open = next;
  }
  return holders;
}
