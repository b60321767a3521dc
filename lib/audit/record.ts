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

/** Records a change in the transaction that makes it, so that neither is without the other. */
export async function recordAudit(within: Queryable, actor: Actor, record: AuditRecord): Promise<void> {
  await within.orm.insert(auditEntry).values({ id: newId(), at: new Date(clock.now()), actorId: actor, ...record });
}
