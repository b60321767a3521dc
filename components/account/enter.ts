'use client';

import { SIGN_IN_SERVICES, type SignInServiceName } from '@/lib/core/sign-in-services';
import { apiFetch } from '@/lib/client/api';
import { apiFailure, isApiFailure, type ApiFailure } from '@/lib/client/failure';
import { announceSession } from '@/lib/client/session';

const AUTH = '/api/auth';

/**
 * Starts a browser session. It speaks to next-auth's own routes by the page's one client, because next-auth's loses the
 * request id and the time to wait, and leaves the page where the server is away.
 * @returns null when there is a session, else why not
 */
export async function startSession(email: string, password: string): Promise<ApiFailure | null> {
  try {
    await post('callback/credentials', { email, password });
    announceSession('begun');
    return null;
  } catch (thrown) {
    if (!isApiFailure(thrown)) throw thrown;
    // The reader of failures takes every 401 for an ended session; here none has begun.
    if (thrown.status !== 401) return thrown;
    return apiFailure({ status: 401, code: 'CredentialsSignin', message: 'E-mail or password is incorrect.' });
  }
}

/** Ends the browser session and notifies the other tabs. @throws ApiFailure */
export async function endSession(): Promise<void> {
  await post('signout', {});
  announceSession('ended');
}

/**
 * Goes to another service to sign in there, or to connect it where somebody is signed in. The service knows one address
 * of ours, and what comes back there is believed only from the browser's cookies of that address: whoever stands on
 * another one (`127.0.0.1` for `localhost`) is led to the same page of it first.
 * @param next where it leads in the end, a path of this site
 * @throws ApiFailure
 */
export async function startAtService(service: SignInServiceName, next: string): Promise<void> {
  const { url } = await post<{ url: string }>(`signin/${service}`, { callbackUrl: next });
  const back = new URL(url, window.location.origin).searchParams.get('redirect_uri');
  if (back === null)
    throw apiFailure({ message: `${SIGN_IN_SERVICES[service]} cannot be reached right now. Try again later.` });
  const { origin } = new URL(back);
  const { pathname, search } = window.location;
  goTo(origin === window.location.origin ? url : origin + pathname + search);
}

/** Goes on with a whole new page load, so that nothing of the other side of a session stays in memory. */
export function goTo(path: string): void {
  window.location.assign(path);
}

async function post<T>(path: string, fields: Record<string, string>): Promise<T> {
  const { csrfToken } = await apiFetch<{ csrfToken: string }>(`${AUTH}/csrf`);
  const body = { callbackUrl: '/', ...fields, csrfToken, json: 'true' };
  return apiFetch<T>(`${AUTH}/${path}`, { method: 'POST', body });
}
