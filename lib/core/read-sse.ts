import { withoutByteOrderMark } from './text/byte-order-mark';

/** Maximum length of an event unless another is given, characters: far above any chat chunk, but harmless. */
const MAX_EVENT_CHARACTERS = 4_000_000;

/** Reads server-sent events from decoded text. */
export type SseReader = {
  /**
   * The `data` of each event that ends in a piece of the text.
   * @throws the error of `tooLong` if the event after those of the last piece has no end
   */
  read(piece: string): string[];
  /** A last event without a blank line after it. @throws as `read` */
  end(): string[];
};

/**
 * The `data` of each server-sent event of a stream, in order. Accepts LF, CRLF and CR, `data:` with and without a
 * space, several `data` lines in one event, comments, and a byte order mark. Other fields are ignored.
 * @param tooLong makes the error for an event that is longer than `longest`
 * @param longest in characters; 4,000,000 unless given
 */
export function sseReader(tooLong: () => Error, longest = MAX_EVENT_CHARACTERS): SseReader {
  const toLineFeeds = lineEndReader();
  let rest = '';
  let event: string | null = null;
  let isFirst = true;
  const assertBounded = () => {
    if (rest.length + (event?.length ?? 0) > longest) throw tooLong();
  };
  return {
    read(piece) {
      // Checks the previous piece: events that ended in it were already returned, and are charged.
      assertBounded();
      const events: string[] = [];
      const text = toLineFeeds(piece);
      // Only at the very beginning may it be a byte order mark.
      rest = isFirst ? withoutByteOrderMark(text) : rest + text;
      isFirst &&= text === '';
      let start = 0;
      // Search only the new text first: a long line in small pieces would otherwise be searched again with each of
      // them.
      for (let end = text.includes('\n') ? rest.indexOf('\n') : -1; end !== -1; end = rest.indexOf('\n', start)) {
        if (end > start) event = withLine(event, rest.slice(start, end));
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
      const last = withLine(event, rest);
      return last === null ? [] : [last];
    },
  };
}

/** Replaces CRLF and CR in successive pieces of a text; a CRLF may be split between two of them. */
function lineEndReader(): (piece: string) => string {
  let endedInReturn = false;
  return (piece) => {
    if (piece === '') return '';
    const text = endedInReturn && piece.startsWith('\n') ? piece.slice(1) : piece;
    endedInReturn = piece.endsWith('\r');
    return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
  };
}

/** The event's data so far, plus one more line of the stream. */
function withLine(event: string | null, line: string): string | null {
  if (!line.startsWith('data:') && line !== 'data') return event;
  const data = line.slice(line.charCodeAt(5) === 32 ? 6 : 5);
  return event === null ? data : `${event}\n${data}`;
}
