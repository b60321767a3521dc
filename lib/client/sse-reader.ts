/** The longest event that is read: far above any of our chunks. */
const MAX_EVENT_CHARACTERS = 4 * 1024 * 1024;

/**
 * Reads server-sent events: yields the `data` of each event, with several `data` lines joined by a line feed. Supports
 * comments, LF, CRLF and CR, characters split between chunks, and a byte order mark. Other fields are ignored. Leaving
 * the loop early cancels the body, so that the server notices.
 * @throws RangeError if an event is longer than 4 MiB of characters; whatever the body throws
 */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<string, void, undefined> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const parser = eventParser();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      yield* parser(done ? decoder.decode() : decoder.decode(value, { stream: true }), done);
      if (done) return;
    }
  } finally {
    // Rejects if the body has already failed, which the loop above has thrown.
    await reader.cancel().catch(() => undefined);
  }
}

/** Creates an incremental parser: it takes text piece by piece and returns the completed events. */
function eventParser(): (piece: string, last: boolean) => string[] {
  let rest = '';
  let lines: string[] = [];
  let size = 0;
  return (piece, last) => {
    const events: string[] = [];
    rest += piece;
    let from = 0;
    for (;;) {
      const end = findLineEnd(rest, from, last);
      if (end === null) break;
      const line = rest.slice(from, end.at);
      from = end.next;
      if (line === '') {
        if (lines.length > 0) events.push(lines.join('\n'));
        lines = [];
        size = 0;
      } else if (line === 'data' || line.startsWith('data:')) {
        const data = line.slice(line.startsWith('data: ') ? 6 : 5);
        lines.push(data);
        size += data.length;
      }
    }
    rest = rest.slice(from);
    if (size + rest.length > MAX_EVENT_CHARACTERS) throw new RangeError('An event of the stream is too long.');
    return events;
  };
}

/** Where the line ends and the next starts; null if not known yet. A CR at the very end may be half a CRLF. */
function findLineEnd(text: string, from: number, last: boolean): { at: number; next: number } | null {
  for (let at = from; at < text.length; at += 1) {
    const character = text.charCodeAt(at);
    if (character === 10) return { at, next: at + 1 };
    if (character === 13) {
      if (at + 1 === text.length && !last) return null;
      return { at, next: text.charCodeAt(at + 1) === 10 ? at + 2 : at + 1 };
    }
  }
  return null;
}
