import { StringDecoder } from 'node:string_decoder';
import { fetchFailure } from '../../platform/network/fetch-failure';
import { withoutMark } from '../../core/byte-order-mark';

/** Maximum length of a line and of an event, characters: far above any chat chunk, far below trouble. */
const MAX_EVENT_CHARACTERS = 4_000_000;

/** Reads a body of server-sent events. */
export type SseReader = {
  /**
   * The `data` of each event that ends in a piece of the body.
   * @throws FetchFailure `too_large` if the event after those of the last piece has no end
   */
  read(piece: Uint8Array): string[];
  /** A last event without a blank line after it. @throws as `read` */
  end(): string[];
};

/**
 * The `data` of each server-sent event of a body, in order. Accepts LF and CRLF, `data:` with and without a space,
 * several `data` lines in one event, comments, characters split anywhere, and a last event without its blank line.
 * Other fields are ignored.
 */
export function sseReader(): SseReader {
  // Node's own decoder: a web decoder costs several times as much per piece.
  const decoder = new StringDecoder('utf8');
  let rest = '';
  let event: string | null = null;
  let isFirst = true;
  const assertBounded = () => {
    if (rest.length + (event?.length ?? 0) <= MAX_EVENT_CHARACTERS) return;
    throw fetchFailure('too_large', 'An event of the stream has no end.');
  };
  return {
    read(piece) {
      // Checks the previous piece: events that ended in it were already returned, and are charged.
      assertBounded();
      const events: string[] = [];
      const text = decoder.write(piece);
      // Only at the very beginning may it be a byte order mark.
      rest = isFirst ? withoutMark(text) : rest + text;
      isFirst &&= text === '';
      let start = 0;
      // Search only the new text first: a long line in small pieces would otherwise be searched again with each of
      // them.
      for (let end = text.includes('\n') ? rest.indexOf('\n') : -1; end !== -1; end = rest.indexOf('\n', start)) {
        const last = rest.charCodeAt(end - 1) === 13 ? end - 1 : end;
        if (last > start) event = withLine(event, rest.slice(start, last));
        else if (event !== null) {
          events.push(event);
          event = null;
        }
        start = end + 1;
      }
      rest = rest.slice(start);
      return events;
    },
    end() {
      assertBounded();
      event = withLine(event, rest + decoder.end());
      return event === null ? [] : [event];
    },
  };
}

/** The event's data so far, plus one more line of the stream. */
function withLine(event: string | null, line: string): string | null {
  if (!line.startsWith('data:')) return event;
  const data = line.slice(line.charCodeAt(5) === 32 ? 6 : 5);
  return event === null ? data : `${event}\n${data}`;
}
