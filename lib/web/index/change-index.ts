import type { Queryable } from '../../platform/db';

/** What a change of the index is: how many passages it adds and removes; none for new vectors. */
type Change = { added?: number; removed?: number };

/** The version that a change makes, and the ID of the first passage that it adds. */
type Changed = { version: number; firstId: number };

/** The index as a whole. */
export type IndexState = { version: number; passagesAdded: number; passagesRemoved: number };

const CHANGE = `insert into web_index_state (id, version, passages_added, passages_removed) values (1, 1, $1::int, $2::int)
  on conflict (id) do update set version = web_index_state.version + 1,
    passages_added = web_index_state.passages_added + $1::int,
    passages_removed = web_index_state.passages_removed + $2::int
  returning version, passages_added as added`;

/**
 * Begins a change of the index, within its transaction: other changes wait until it is committed, so that whoever has
 * seen a version has seen all earlier ones.
 */
export async function changeIndex(tx: Queryable, { added = 0, removed = 0 }: Change): Promise<Changed> {
  const [row] = await tx.query<{ version: bigint; added: number }>(CHANGE, [added, removed]);
  return { version: Number(row?.version), firstId: Number(row?.added) - added + 1 };
}

/** The current state; all zero for an index that never had anything. */
export async function readIndexState(from: Queryable): Promise<IndexState> {
  const [row] = await from.query<{ version: bigint; added: number; removed: number }>(
    'select version, passages_added as added, passages_removed as removed from web_index_state where id = 1',
  );
  return {
    version: Number(row?.version ?? 0),
    passagesAdded: row?.added ?? 0,
    passagesRemoved: row?.removed ?? 0,
  };
}
