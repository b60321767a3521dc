import { newId } from '../core/ids';
import { clock } from '../platform/clock';
import type { Queryable } from '../platform/db';
import { auditEntry } from './tables';

/** Who changes something: the account of an owner; null for the admin command. */
export type Actor = string | null;

/** A change. `detail` has no secrets: of credentials, it only has whether they were set. */
export type AuditRecord = {
  action:
    | 'provider.add'
    | 'provider.change'
    | 'provider.remove'
    | 'model.add'
    | 'model.change'
    | 'model.remove'
    | 'account.role';
  subject: string;
  detail: Record<string, unknown>;
};

/** Records changes in the transaction that makes them, so that neither is without the other; they stay in their order. */
export async function recordAudit(within: Queryable, actor: Actor, records: readonly AuditRecord[]): Promise<void> {
  if (records.length === 0) return;
  const at = new Date(clock.now());
  // Changes of the same time are listed by their IDs.
  const ids = records.map(() => newId()).sort();
  const rows = records.map((record, index) => ({ id: ids[index] ?? newId(), at, actorId: actor, ...record }));
  await within.orm.insert(auditEntry).values(rows);
}
