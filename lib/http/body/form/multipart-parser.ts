import { type PartHeader, readPartHeader, refused } from './part-header';

/** Receives what the parser finds, in order: for each part its header, its bytes in any number of pieces, its end. */
export type PartEvents = {
  onPart: (header: PartHeader) => void;
  /** The bytes are only valid during the call. */
  onBytes: (bytes: Uint8Array) => void;
  onPartEnd: () => void;
};

/** Parses a `multipart/form-data` body as its bytes arrive. */
export type MultipartParser = {
  /** Parses the next bytes. @throws ApiError INVALID_REQUEST for what is wrong in them, and what the events throw */
  write: (bytes: Uint8Array) => void;
  /** To be called when all bytes have arrived. @throws ApiError INVALID_REQUEST if the form is not complete */
  end: () => void;
};

/** Bound on the header of a part; clients send two or three lines. */
const MAX_HEADER_BYTES = 8_192;
const DASH = 0x2d;
const CARRIAGE_RETURN = 0x0d;
const BLANKS = [0x20, 0x09];
const LINE_END = Buffer.from('\r\n');
const HEADER_END = Buffer.from('\r\n\r\n');

/** What comes next: bytes before the first boundary, the end of a boundary's line, a header, the bytes of a part. */
type State = 'preamble' | 'boundary' | 'header' | 'part' | 'done';

/**
 * Makes a parser for one body (RFC 2046, 5.1.1). It keeps at most a header, or as many bytes as a boundary has.
 * @param boundary see `boundaryOf`
 * @param maxParts more parts are refused
 */
export function makeMultipartParser(boundary: string, maxParts: number, events: PartEvents): MultipartParser {
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  let state: State = 'preamble';
  let parts = 0;
  /** Bytes that arrived and are not parsed yet. The first boundary need not follow a line end. */
  let rest: Buffer = LINE_END;

  /** Bytes up to the next boundary; they are passed on if they belong to a part. @returns what follows the boundary */
  const takeContent = (bytes: Buffer): Buffer | null => {
    const at = bytes.indexOf(delimiter);
    const end = at < 0 ? keptFrom(bytes, delimiter) : at;
    if (state === 'part' && end > 0) events.onBytes(bytes.subarray(0, end));
    rest = at < 0 ? bytes.subarray(end) : EMPTY;
    if (at < 0) return null;
    if (state === 'part') events.onPartEnd();
    state = 'boundary';
    return bytes.subarray(at + delimiter.length);
  };

  /** The rest of a boundary's line: `--` after the last part, else a line end, perhaps after blanks. */
  const takeBoundary = (bytes: Buffer): Buffer | null => {
    let at = 0;
    while (at < bytes.length && BLANKS.includes(bytes[at] ?? 0)) at += 1;
    if (at > MAX_HEADER_BYTES) throw refused('has a boundary that is not followed by a line end');
    if (bytes.length < at + 2) return wait(bytes);
    if (at === 0 && bytes[0] === DASH && bytes[1] === DASH) {
      state = 'done';
      rest = EMPTY;
      return null;
    }
    if (bytes[at] !== CARRIAGE_RETURN || bytes[at + 1] !== LINE_END[1]) {
      throw refused('has a boundary that is not followed by a line end');
    }
    parts += 1;
    if (parts > maxParts) throw refused(`has too many parts: at most ${maxParts}`);
    state = 'header';
    return bytes.subarray(at);
  };

  /** A header, which begins with the boundary's line end: one without lines is complete, too. */
  const takeHeader = (bytes: Buffer): Buffer | null => {
    const at = bytes.indexOf(HEADER_END);
    if (at > MAX_HEADER_BYTES || (at < 0 && bytes.length > MAX_HEADER_BYTES + HEADER_END.length)) {
      throw refused(`has a part whose header is larger than ${MAX_HEADER_BYTES} bytes`);
    }
    if (at < 0) return wait(bytes);
    events.onPart(readPartHeader(bytes.subarray(LINE_END.length, at)));
    state = 'part';
    return bytes.subarray(at + HEADER_END.length);
  };

  const wait = (bytes: Buffer): null => {
    rest = bytes;
    return null;
  };

  return {
    write: (piece) => {
      let bytes: Buffer | null = rest.length === 0 ? view(piece) : Buffer.concat([rest, piece]);
      rest = EMPTY;
      while (bytes !== null && state !== 'done') {
        if (state === 'boundary') bytes = takeBoundary(bytes);
        else if (state === 'header') bytes = takeHeader(bytes);
        else bytes = takeContent(bytes);
      }
      // A copy, so that a few bytes do not keep a connection's buffer.
      if (rest.length > 0) rest = Buffer.from(rest);
    },
    end: () => {
      if (state === 'done') return;
      if (state === 'preamble') throw refused('is empty: the boundary of its content type does not occur in it');
      throw refused('is incomplete: its last boundary is missing');
    },
  };
}

const EMPTY = Buffer.alloc(0);

function view(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Where the bytes begin that may be the beginning of the delimiter. */
function keptFrom(bytes: Buffer, delimiter: Buffer): number {
  let at = Math.max(0, bytes.length - delimiter.length + 1);
  for (; at < bytes.length; at += 1) {
    const length = bytes.length - at;
    if (bytes.compare(delimiter, 0, length, at) === 0) break;
  }
  return at;
}
