import { SERVICE_REFUSALS, type ServiceRefusal } from '@/lib/accounts/contract';
import { isSignInService, SIGN_IN_SERVICES } from '@/lib/core/sign-in-services';

type QueryValue = string | string[] | null | undefined;

/**
 * Why a sign-in with another service failed, in our own words: nothing from the address is shown.
 * @param error the code in the address; next-auth has some of its own, all of which mean that the sign-in was not
 * completed
 * @param service the service's name in the address
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
 * The settings page that explains to a signed-in visitor why a service was not connected. When the visitor declines at
 * the service, next-auth redirects to the sign-in page, which makes no sense for a live session.
 * @returns a path of this site; null if nothing was refused
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
