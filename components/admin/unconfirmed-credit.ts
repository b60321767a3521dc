import { randomHex } from '@/lib/core/ids';

/** Half the length of a generated reference in hex characters. */
const REFERENCE_BYTES = 6;

/**
 * By account, or by payment for refunds: the reference of a request without a confirmed success. A retry must not add or
 * take the amount twice.
 */
const references = new Map<string, string>();

/** Called before credit or a refund is sent. @param id of the account or payment */
export function keepUnanswered(id: string, reference: string): void {
  references.set(id, reference);
}

/**
 * Called once it is known to be posted, even if the form is closed by then. A newer pending reference stays.
 */
export function forgetUnanswered(id: string, reference: string): void {
  if (references.get(id) === reference) references.delete(id);
}

/** The reference that a form begins with: a reopened one goes on with that of its unanswered request. */
export const firstReference = (id: string): string => references.get(id) ?? `console-${randomHex(REFERENCE_BYTES)}`;
