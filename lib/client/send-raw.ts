import { sendJson } from './api';
import { ticks } from './now';

/** A request of the reference's try-it form. `path` is from the root. */
export type RawRequest = { method: string; path: string; body: unknown };

/** Longer text is cut off. */
export const SHOWN_CHARACTERS = 200_000;
/** How often a growing response is reported: each time all of it is parsed and rendered. */
const REPORT_EVERY_MS = 100;

/**
 * A response as far as it has arrived; `text` is cut off after 200,000 characters, as `isCut` says. Of an image, `text` is
 * only its type and size.
 */
export type RawAnswer = {
  status: number;
  type: string;
  headers: [name: string, value: string][];
  text: string;
  isCut: boolean;
  ended: boolean;
  tookMs: number;
};

/**
 * Sends a request with the visitor's session and yields the growing response, whatever its status and type, at most ten
 * times a second and once at its end.
 * @throws ApiFailure `OFFLINE` if there was no response; the signal's reason if the caller aborted
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
  let isCut = false;
  let bytes = 0;
  const isImage = answer.type.startsWith('image/');
  const snapshot = (ended: boolean): RawAnswer => ({ ...answer, text, isCut, ended, tookMs: ticks() - begunAt });
  const append = (piece: string) => {
    const whole = text + piece;
    text = whole.slice(0, SHOWN_CHARACTERS);
    isCut ||= whole.length > SHOWN_CHARACTERS;
  };
  yield snapshot(false);
  let reportedAt = ticks();
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
    bytes += value?.byteLength ?? 0;
    if (isImage) text = `${answer.type}, ${bytes} bytes`;
    else append(done ? decoder.decode() : decoder.decode(value, { stream: true }));
    if (done) break;
    if (ticks() - reportedAt < REPORT_EVERY_MS) continue;
    yield snapshot(false);
    reportedAt = ticks();
  }
  yield snapshot(true);
}
