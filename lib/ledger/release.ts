import { arrayLiteral } from '../platform/database/array-literal';
import { database } from '../platform/db';
import { inBatches } from './batch';

/** Gives a hold back, uncharged. One that was settled or released before, or was never made, stays as it is. */
export async function release({ holdId }: { holdId: string }): Promise<void> {
  await releaseTogether(holdId);
}

const releaseTogether = inBatches<string, undefined>('release', async (ids) => {
  await database().money.query('select ledger_release($1)', [arrayLiteral(ids)], { name: 'ledger_release' });
  return ids.map(() => undefined);
});
