/** By account: the reference of credit that was sent and not answered with success. Whoever tries again must not book twice. */
const references = new Map<string, string>();

/** Before credit is sent. */
export function keepUnanswered(accountId: string, reference: string): void {
  references.set(accountId, reference);
}

/** Once it is known to be booked, also where nobody looks at the form any more. A newer one that still waits stays. */
export function forgetUnanswered(accountId: string, reference: string): void {
  if (references.get(accountId) === reference) references.delete(accountId);
}

/** What a form that is opened again goes on with. */
export const findUnanswered = (accountId: string): string | undefined => references.get(accountId);
