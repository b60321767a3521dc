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

/** The reference that a reopened form continues with. */
export const findUnanswered = (id: string): string | undefined => references.get(id);
