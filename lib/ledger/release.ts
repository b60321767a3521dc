import { arrayLiteral } from '../platform/database/array-literal';
import { database } from '../platform/db';
import { inBatches } from '../platform/database/in-batches';

/** Releases a hold without a charge. Does nothing for one that was already settled or released, or never existed. */
export async function release({ holdId }: { holdId: string }): Promise<void> {
  await releaseTogether(holdId);
}

const releaseTogether = inBatches<string, undefined>('release', async (ids) => {
  await database().money.query('select ledger_release($1)', [arrayLiteral(ids)], { name: 'ledger_release' });
  return ids.map(() => undefined);
});
