import { SERVICE_REFUSALS, type ServiceRefusal } from '@/lib/accounts/contract';
import { isSignInService, SIGN_IN_SERVICES } from '@/lib/core/sign-in-services';

type QueryValue = string | string[] | null | undefined;

/**
 * Why a sign-in at another service opened nothing, in our own words: nothing from the address is shown.
 * @param error the code in the address; next-auth has some of its own, which all mean that it was not finished
 * @param service the name of the service in the address
 * @returns undefined without a code
 */
export function refusalSentence(error: QueryValue, service: QueryValue): string | undefined {
  if (error === null || error === undefined) return undefined;
  const name =
    typeof service === 'string' && isSignInService(service) ? SIGN_IN_SERVICES[service] : 'the other service';
  if (typeof error === 'string' && isRefusal(error)) {
    const sentence = SERVICE_REFUSALS[error](name);
    return sentence.charAt(0).toUpperCase() + sentence.slice(1);
  }
  return `The sign-in with ${name} was not completed. Try again.`;
}

/**
 * Where somebody who is signed in reads why a service was not connected. next-auth brings whoever said no there back to
 * the sign-in, where a live session has no business.
 * @returns a path of this site; null where nothing was refused
 */
export function settingsOfRefusal(error: QueryValue, service: QueryValue): string | null {
  if (error === null || error === undefined) return null;
  const query = new URLSearchParams({ error: typeof error === 'string' ? error : 'UNKNOWN_ERROR' });
  if (typeof service === 'string') query.set('service', service);
  return `/settings?${query.toString()}`;
}

function isRefusal(code: string): code is ServiceRefusal {
  return Object.hasOwn(SERVICE_REFUSALS, code);
}
