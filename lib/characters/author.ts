import { createHmac } from 'node:crypto';
import { sessionSecret } from '../accounts/session';
import { settings } from '../platform/env';

/** Letters and digits that are not easily confused. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const LENGTH = 8;

/** The short anonymous id of an account; for the service itself (null) its public name. */
export type NameAuthor = (accountId: string | null) => string;

/**
 * The names of authors and reviewers (docs/api-rules.md, "Character object"): always the same for an account, and
 * impossible to trace back to it. Keyed by the sessions' secret, which all processes share and no answer reveals.
 */
export async function authorNames(): Promise<NameAuthor> {
  const secret = await sessionSecret();
  const { serviceOwner } = settings();
  return (accountId) => (accountId === null ? serviceOwner : anonymousName(secret, accountId));
}

function anonymousName(secret: string, accountId: string): string {
  const digest = createHmac('sha256', secret).update(`character author ${accountId}`).digest();
  return [...digest.subarray(0, LENGTH)].map((byte) => ALPHABET[byte % ALPHABET.length]).join('');
}
