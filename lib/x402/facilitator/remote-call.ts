import { MINUTE_MS } from '../../core/time';
import { clock } from '../../platform/clock';
import { upstreamFetch } from '../../platform/fetch';
import { processState } from '../../platform/process-state';

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
/** How long a failure of a service is remembered. */
const FAILED_MS = MINUTE_MS;

/** When services have last failed to answer, milliseconds since 1970, by their URLs. */
const failures = () => processState('x402.facilitator-failures', () => new Map<string, number>());

/** Whether a service has not answered its last call, in the last minute: each further call may take as long in vain. */
export function hasJustFailed({ url }: Service): boolean {
  const failedMs = failures().get(url);
  if (failedMs === undefined) return false;
  const ageMs = clock.now() - failedMs;
  // A negative age: the clock was set back.
  return ageMs >= 0 && ageMs < FAILED_MS;
}

/**
 * Calls a service, and remembers whether it has answered. Redirects are not followed.
 * @param body without one, the method is GET
 * @throws FetchFailure if there is no complete answer
 */
export async function callService(service: Service, path: Path, call: Call): Promise<ServiceAnswer> {
  try {
    const answer = await send(service, path, call);
    failures().delete(service.url);
    return answer;
  } catch (thrown) {
    // A caller who has left says nothing about the service.
    if (!call.signal?.aborted || isTimeout(call.signal.reason)) failures().set(service.url, clock.now());
    throw thrown;
  }
}

type Path = 'supported' | 'verify' | 'settle';
type Call = { body?: object; timeoutMs: number; signal?: AbortSignal };

/** Of `AbortSignal.timeout`. */
const isTimeout = (reason: unknown): boolean => reason instanceof Error && reason.name === 'TimeoutError';

async function send({ url, token }: Service, path: Path, { body, timeoutMs, signal }: Call): Promise<ServiceAnswer> {
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
