import { connect } from 'node:net';

/** A POST whose body is written piece by piece on a bare connection. */
export type RawPost = {
  path?: string;
  key: string;
  /** Content type; JSON if absent. */
  type?: string;
  /** Further header lines, each with its line end. */
  headers?: string;
  /** Announced length, bytes; chunked where null. */
  length: number | null;
  pieces: Iterable<string | Buffer>;
  /** Bytes after which nothing more is sent; all are sent when absent. */
  stopAfter?: number;
  /** The last byte is sent when this resolves; with all others when absent. */
  last?: { wait: Promise<unknown>; byte: string };
};

/** What came back, and how much had been written by then. */
export type RawReply = { status: number; head: string; body: string; sentBytes: number };

const PATH = '/api/v1/chat/completions';

/**
 * Sends one until it is answered, waiting where the server does not read.
 * @returns null where the connection ends without an answer, or when `options.until` resolves first
 */
export function postRaw(url: string, post: RawPost, options?: { until: Promise<unknown> }): Promise<RawReply | null> {
  const { port } = new URL(url);
  const {
    path = PATH,
    key,
    type = 'application/json',
    headers = '',
    length,
    stopAfter = Number.POSITIVE_INFINITY,
  } = post;
  const pieces = post.pieces[Symbol.iterator]();
  return new Promise((resolve) => {
    const socket = connect(Number(port), '127.0.0.1');
    let answer = '';
    let sentBytes = 0;
    const end = (reply: RawReply | null): void => {
      socket.destroy();
      resolve(reply);
    };
    const send = (): void => {
      if (socket.destroyed || answer !== '' || sentBytes >= stopAfter) return;
      const { done, value } = pieces.next();
      if (done === true) {
        if (post.last) void post.last.wait.then(() => socket.write(post.last?.byte ?? ''));
        if (length === null) socket.write('0\r\n\r\n');
        return;
      }
      const bytes = Buffer.from(value);
      sentBytes += bytes.byteLength;
      if (length === null) socket.write(`${bytes.byteLength.toString(16)}\r\n`);
      const hasRoom = socket.write(bytes);
      if (length === null) socket.write('\r\n');
      // An answer that has come meanwhile is read first.
      if (hasRoom) setImmediate(send);
      else socket.once('drain', send);
    };
    socket.on('connect', () => {
      const size = length === null ? 'transfer-encoding: chunked' : `content-length: ${length}`;
      socket.write(
        `POST ${path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${key}\r\n` +
          `content-type: ${type}\r\n${size}\r\n${headers}connection: close\r\n\r\n`,
      );
      send();
    });
    socket.on('data', (chunk: Buffer) => {
      answer += chunk.toString('latin1');
    });
    // A reset after an early answer is an end too.
    socket.on('error', () => undefined);
    socket.on('close', () => end(answer === '' ? null : parse(answer, sentBytes)));
    void options?.until.then(() => end(null));
  });
}

function parse(answer: string, sentBytes: number): RawReply {
  const [head = '', ...rest] = answer.split('\r\n\r\n');
  return { status: Number(head.slice(9, 12)), head: head.toLowerCase(), body: rest.join('\r\n\r\n'), sentBytes };
}

/** Pieces of a JSON body of about so many bytes: a start, the same filling again and again, an end. */
export function* filled(start: string, filling: string, end: string, bytes: number): Generator<string> {
  yield start;
  const block = filling.repeat(Math.max(1, Math.floor(65_536 / filling.length)));
  for (let left = bytes; left > 0; left -= block.length) yield block;
  yield end;
}

/** Unknown members, each with a name of its own. */
export function* members(start: string, end: string, bytes: number): Generator<string> {
  yield start;
  let count = 0;
  for (let left = bytes; left > 0;) {
    const block = Array.from({ length: 4_000 }, () => `"k${(count += 1)}":1,`).join('');
    left -= block.length;
    yield block;
  }
  yield end;
}
