'use client';

import { SIGN_IN_SERVICES, type SignInServiceName } from '@/lib/core/sign-in-services';
import { apiFetch } from '@/lib/client/api';
import { apiFailure, isApiFailure, type ApiFailure } from '@/lib/client/failure';
import { announceSession } from '@/lib/client/session';

const AUTH = '/api/auth';

/**
 * Starts a browser session. It calls next-auth's routes with our own API client: next-auth's client drops the request
 * ID and the retry delay, and leaves the page when the server is unreachable.
 * @returns null on success, otherwise the failure
 */
export async function startSession(email: string, password: string): Promise<ApiFailure | null> {
  try {
    await post('callback/credentials', { email, password });
    announceSession('begun');
    return null;
  } catch (thrown) {
    if (!isApiFailure(thrown)) throw thrown;
    // The API client treats every 401 as an ended session, but here none has begun.
    if (thrown.status !== 401) return thrown;
    return apiFailure({ status: 401, code: 'CredentialsSignin', message: 'Email or password is incorrect.' });
  }
}

/**
 * Starts the browser session of a wallet's account.
 * @param signIn the signed message, as in the header `SIGN-IN-WITH-X`
 * @throws ApiFailure
 */
export async function startWalletSession(signIn: string): Promise<void> {
  await post('callback/wallet', { signIn });
  announceSession('begun');
}

/** Ends the browser session and notifies the other tabs. @throws ApiFailure */
export async function endSession(): Promise<void> {
  await post('signout', {});
  announceSession('ended');
}

/**
 * Goes to another service to sign in, or to connect it to the signed-in account. The service has only one callback
 * address, and the callback is accepted only with the cookies of that address. A visitor on another address
 * (`127.0.0.1` for `localhost`) is therefore sent to the same page on that address first.
 * @param next where it finally leads, a path of this site
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

/** Navigates with a full page load, so that nothing from before a sign-in or sign-out stays in memory. */
export function goTo(path: string): void {
  window.location.assign(path);
}

async function post<T>(path: string, fields: Record<string, string>): Promise<T> {
  const { csrfToken } = await apiFetch<{ csrfToken: string }>(`${AUTH}/csrf`);
  const body = { callbackUrl: '/', ...fields, csrfToken, json: 'true' };
  return apiFetch<T>(`${AUTH}/${path}`, { method: 'POST', body });
}
