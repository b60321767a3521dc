import { sendJson } from './api';
import { ticks } from './now';

/** A request as the reference tries it. `path` is from the root. */
export type RawRequest = { method: string; path: string; body: unknown };

/** An answer as far as it has come. */
export type RawAnswer = {
  status: number;
  type: string;
  headers: [name: string, value: string][];
  text: string;
  tookMs: number;
};

/**
 * Sends a request with the visitor's session and gives back the answer each time that more of it has come, whatever its
 * status and type.
 * @throws ApiFailure `OFFLINE` where there was no answer; the signal's reason where the caller aborted
 */
export async function* sendRaw(request: RawRequest, signal: AbortSignal): AsyncGenerator<RawAnswer, void, undefined> {
  const { method, path, body } = request;
  const begunAt = ticks();
  const response = await sendJson(path, { method: method as 'GET', body, signal });
  const answer = {
    status: response.status,
    type: response.headers.get('content-type') ?? '',
    headers: [...response.headers],
  };
  let text = '';
  const told = (): RawAnswer => ({ ...answer, text, tookMs: ticks() - begunAt });
  yield told();
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
    text += value ? decoder.decode(value, { stream: true }) : '';
    yield told();
    if (done) return;
  }
}
