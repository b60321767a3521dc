import { suspectLoss } from './connection';
import { apiFailure, offlineFailure, readFailure, type ApiFailure } from './failure';
import { noteSignedOut } from './session';

/**
 * How to call: `body` is sent as JSON, a form as multipart; `accept` requests another format of the response. A paid
 * request with an `idempotencyKey` can be sent again and is charged only once. With `keepalive` it outlives the page.
 */
export type ApiRequest = {
  method?: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  body?: unknown;
  accept?: string;
  idempotencyKey?: string;
  signal?: AbortSignal;
  keepalive?: boolean;
  /** The server stores nothing of the answer, also not for repeats with the same `idempotencyKey`. */
  unstored?: boolean;
};

/**
 * Calls one of our own endpoints with the visitor's session.
 * @param path from the root, e.g. `/api/v1/models`
 * @returns the parsed body; undefined if it is empty (204)
 * @throws ApiFailure (see `lib/client/failure.ts`); the signal's reason if the caller aborted
 */
export async function apiFetch<T>(path: string, request: ApiRequest = {}): Promise<T> {
  const response = await sendJson(path, request);
  if (!response.ok) throw reportSignedOut(await readFailure(response));
  const text = await response.text().catch((cause: unknown) => {
    if (request.signal?.aborted) throw cause;
    suspectLoss();
    throw offlineFailure(response.headers.get('cf-ray'));
  });
  try {
    return (text === '' ? undefined : JSON.parse(text)) as T;
  } catch {
    throw apiFailure({
      status: response.status,
      code: 'UNREADABLE',
      message: 'The server’s answer could not be read.',
      requestId: response.headers.get('cf-ray'),
    });
  }
}

/**
 * The raw request behind `apiFetch`, for streamed responses.
 * @throws ApiFailure `OFFLINE` if there was no response; the signal's reason if the caller aborted
 */
export async function sendJson(
  path: string,
  { method = 'GET', body, signal, accept, idempotencyKey, keepalive = false, unstored = false }: ApiRequest,
): Promise<Response> {
  // The browser itself names a form's type, with its boundary.
  const isForm = body instanceof FormData;
  try {
    return await fetch(path, {
      method,
      credentials: 'same-origin',
      cache: 'no-store',
      keepalive,
      headers: {
        ...(accept && { accept }),
        ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
        ...(unstored && { 'cache-control': 'no-store' }),
        ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    });
  } catch (cause) {
    if (signal?.aborted) throw cause;
    suspectLoss();
    throw offlineFailure();
  }
}

/** Notifies the frame of an ended session, whichever request revealed it. */
export function reportSignedOut(failure: ApiFailure): ApiFailure {
  if (failure.code === 'SIGNED_OUT') noteSignedOut();
  return failure;
}
