import { Email } from '../contract';
import type { SignInServiceName } from '../../core/sign-in-services';

const MAX_SUBJECT_CHARACTERS = 255;
const MAX_LABEL_CHARACTERS = 100;

/** A user's identity at another service. */
export type Identity = {
  service: SignInServiceName;
  /** The service's ID of the user, which never changes. */
  subject: string;
  /** Normalized; null if the service has no verified email. */
  email: string | null;
  /** The user's name there. */
  label: string;
};

/**
 * Reads an identity from the data of a service.
 * @throws TypeError without a usable subject: next-auth then aborts the sign-in
 */
export function toIdentity(
  service: SignInServiceName,
  claims: { subject: unknown; verifiedEmail: unknown; label: unknown },
): Identity {
  const subject = typeof claims.subject === 'number' ? String(claims.subject) : claims.subject;
  if (typeof subject !== 'string' || !isPlain(subject)) throw new TypeError('The service returned no user ID.');
  const label = typeof claims.label === 'string' ? claims.label.replaceAll('\0', '').trim() : '';
  return {
    service,
    subject,
    email: Email.safeParse(claims.verifiedEmail).data ?? null,
    label: label.slice(0, MAX_LABEL_CHARACTERS) || subject,
  };
}

function isPlain(subject: string): boolean {
  return subject.length > 0 && subject.length <= MAX_SUBJECT_CHARACTERS && !subject.includes('\0');
}
