import { database } from '../../platform/db';

/** The posted balance right after an entry, nano units; null if there is no such entry. */
export async function findBalanceAfter(entryId: string): Promise<bigint | null> {
  const [row] = await database().query<{ after: bigint }>(
    'select balance_after_nano as after from ledger_entry where id = $1',
    [entryId],
  );
  return row?.after ?? null;
}
