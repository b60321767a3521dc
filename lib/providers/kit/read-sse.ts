import { fetchFailure } from '../../platform/network/fetch-failure';

/** Longest line and longest event that are read, characters: far above any chunk of a chat, far below trouble. */
const MAX_EVENT_CHARACTERS = 4_000_000;

/**
 * The `data` of each server-sent event of a body, in order. Takes LF and CRLF, `data:` with and without a blank,
 * several `data` lines in one event, comments, characters cut anywhere, and a last event without its blank line.
 * Other fields are ignored.
 * @throws FetchFailure `too_large` where a line or an event has no end
 */
export async function* readSse(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder();
  let rest = '';
  let event: string | null = null;
  for await (const piece of pieces) {
    const text = decoder.decode(piece, { stream: true });
    rest += text;
    let start = 0;
    // Only what is new is searched first: a long line in small pieces would be searched again with each of them.
    for (let end = text.includes('\n') ? rest.indexOf('\n') : -1; end !== -1; end = rest.indexOf('\n', start)) {
      const line = rest.slice(start, rest.charCodeAt(end - 1) === 13 ? end - 1 : end);
      start = end + 1;
      if (line === '' && event !== null) {
        yield event;
        event = null;
      } else {
        event = withLine(event, line);
      }
    }
    rest = rest.slice(start);
    if (rest.length + (event?.length ?? 0) > MAX_EVENT_CHARACTERS) {
      throw fetchFailure('too_large', 'An event of the stream has no end.');
    }
  }
  event = withLine(event, rest + decoder.decode());
  if (event !== null) yield event;
}

/** The event's data so far, with one more line of the stream. */
function withLine(event: string | null, line: string): string | null {
  if (!line.startsWith('data:')) return event;
  const data = line.slice(line.charCodeAt(5) === 32 ? 6 : 5);
  return event === null ? data : `${event}\n${data}`;
}
