'use client';

import { apiFetch } from '@/lib/client/api';
import { apiFailure, isApiFailure, type ApiFailure } from '@/lib/client/failure';

const AUTH = '/api/auth';

/**
 * Starts a browser session. It speaks to next-auth's own routes by the page's one client, because next-auth's loses the
 * request id and the time to wait, and leaves the page where the server is away.
 * @returns null when it stands, else why not
 */
export async function startSession(email: string, password: string): Promise<ApiFailure | null> {
  try {
    await post('callback/credentials', { email, password });
    return null;
  } catch (thrown) {
    if (!isApiFailure(thrown)) throw thrown;
    // The reader of failures takes every 401 for an ended session; here none has begun.
    if (thrown.status !== 401) return thrown;
    return apiFailure({ status: 401, code: 'CredentialsSignin', message: 'E-mail or password is not right.' });
  }
}

/** Ends the browser session. @throws ApiFailure */
export async function endSession(): Promise<void> {
  await post('signout', {});
}

/** Goes on with a whole new page load, so that nothing of the other side of a session stays in memory. */
export function goTo(path: string): void {
  window.location.assign(path);
}

async function post(path: string, fields: Record<string, string>): Promise<void> {
  const { csrfToken } = await apiFetch<{ csrfToken: string }>(`${AUTH}/csrf`);
  await apiFetch(`${AUTH}/${path}`, { method: 'POST', body: { ...fields, csrfToken, json: 'true', callbackUrl: '/' } });
}
