import { Email } from '../contract';
import type { SignInServiceName } from '../../core/sign-in-services';

const MAX_SUBJECT_CHARACTERS = 255;
const MAX_LABEL_CHARACTERS = 100;

/** A person as another service knows them. */
export type Identity = {
  service: SignInServiceName;
  /** The service's own id of the person, which never changes. */
  subject: string;
  /** Normalised; null where the service has verified none. */
  email: string | null;
  /** What the person is called there. */
  label: string;
};

/**
 * Reads a person out of what a service told of them.
 * @throws TypeError without a usable subject: next-auth then ends the sign-in
 */
export function toIdentity(
  service: SignInServiceName,
  told: { subject: unknown; verifiedEmail: unknown; label: unknown },
): Identity {
  const subject = typeof told.subject === 'number' ? String(told.subject) : told.subject;
  if (typeof subject !== 'string' || !isPlain(subject)) throw new TypeError('The service tells no id of the person.');
  const label = typeof told.label === 'string' ? told.label.replaceAll('\0', '').trim() : '';
  return {
    service,
    subject,
    email: Email.safeParse(told.verifiedEmail).data ?? null,
    label: label.slice(0, MAX_LABEL_CHARACTERS) || subject,
  };
}

function isPlain(subject: string): boolean {
  return subject.length > 0 && subject.length <= MAX_SUBJECT_CHARACTERS && !subject.includes('\0');
}
