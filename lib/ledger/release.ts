import { database } from '../platform/db';

/** Gives a hold back, uncharged. One that was settled or released before, or was never made, stays as it is. */
export async function release(input: { holdId: string }): Promise<void> {
  await database().query('select * from ledger_release($1)', [input.holdId], { name: 'ledger_release' });
}
