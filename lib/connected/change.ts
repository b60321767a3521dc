import { type Actor, type AuditRecord, recordAudit } from '../audit/record';
import { database, type Queryable } from '../platform/db';
import { announceChange } from './active';
import { assertEditable } from './credentials';
import { readStored, type Stored } from './stored';

/** What a change did, for its audit entry, and its result. */
export type Changed<T> = { audit: AuditRecord[]; result: T };

/**
 * Makes a change of what is connected: one at a time over all processes, with its audit entries, and effective in this
 * process when it returns; in the others within two seconds. Running requests keep what they began with.
 * @param work gets what is connected before it
 * @throws ApiError CONFLICT if providers cannot be changed, and what the work throws; nothing is changed then
 */
export async function changeConnected<T>(
  actor: Actor,
  work: (within: Queryable, before: Stored) => Promise<Changed<T>>,
): Promise<T> {
  assertEditable();
  const result = await database().transaction(async (within) => {
    // Locks the row until the commit.
    await within.query(BUMP);
    const changed = await work(within, await readStored(within));
    await recordAudit(within, actor, changed.audit);
    return changed.result;
  });
  await announceChange();
  return result;
}

const BUMP = `
insert into connected_revision (id, revision) values (1, 1)
on conflict (id) do update set revision = connected_revision.revision + 1`;
