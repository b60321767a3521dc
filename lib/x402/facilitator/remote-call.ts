import { upstreamFetch } from '../../platform/fetch';

/** A service that carries out payments (x402 calls it a facilitator). */
export type Service = {
  /** Without a trailing slash. */
  url: string;
  /** Sent as a Bearer token. */
  token?: string;
};

/** What it has answered; `json` is undefined if its answer is no JSON. */
export type ServiceAnswer = { status: number; json: unknown };

const MAX_ANSWER_BYTES = 64 * 1024;

/**
 * Calls a service. Redirects are not followed.
 * @param body without one, the method is GET
 * @throws FetchFailure if there is no complete answer
 */
export async function callService(
  { url, token }: Service,
  path: 'supported' | 'verify' | 'settle',
  { body, timeoutMs, signal }: { body?: object; timeoutMs: number; signal?: AbortSignal },
): Promise<ServiceAnswer> {
  const reply = await upstreamFetch({
    url: `${url}/${path}`,
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      accept: 'application/json',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
    signal,
    times: { firstByteMs: timeoutMs, idleMs: timeoutMs, wholeMs: timeoutMs },
  });
  return { status: reply.status, json: parseJson(await reply.text(MAX_ANSWER_BYTES)) };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
