/**
 * By account: the reference of a credit request without a confirmed success. A retry must not credit the account twice.
 */
const references = new Map<string, string>();

/** Called before credit is sent. */
export function keepUnanswered(accountId: string, reference: string): void {
  references.set(accountId, reference);
}

/**
 * Called once the credit is known to be posted, even if the form is closed by then. A newer pending reference stays.
 */
export function forgetUnanswered(accountId: string, reference: string): void {
  if (references.get(accountId) === reference) references.delete(accountId);
}

/** The reference that a reopened form continues with. */
export const findUnanswered = (accountId: string): string | undefined => references.get(accountId);
