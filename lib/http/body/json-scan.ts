import { ApiError } from '../../core/errors';

/** Bounds on the values and nesting levels of a body: more than any client sends, few enough to parse in one step. */
export const MAX_JSON_VALUES = 50_000;
export const MAX_JSON_DEPTH = 200;

/** Checks the structure of a JSON body while its bytes arrive. */
export type JsonScan = {
  /** Scans the next bytes. @throws ApiError INVALID_REQUEST as soon as there are too many values or levels */
  read: (bytes: Uint8Array) => void;
};

const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_ARRAY = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** Within a string, this many bytes are checked one by one before its end is searched with `indexOf`. */
const SHORT_STRING_BYTES = 32;

/**
 * Makes a scan for one body. It counts commas and opening brackets outside of strings, which is never less than the
 * number of values that a parser would create. Whether the body is valid JSON is left to the parser.
 */
export function makeJsonScan(): JsonScan {
  let values = 1;
  let depth = 0;
  let inString = false;
  /** Within a string: whether an odd number of backslashes precedes the next byte. */
  let escaped = false;

  /** Skips the rest of a string. @returns the index after its closing quote, or after the last byte */
  const skipString = (bytes: Uint8Array, from: number): number => {
    for (let at = from; at < bytes.length;) {
      const near = Math.min(bytes.length, at + SHORT_STRING_BYTES);
      for (; at < near; at += 1) {
        const byte = bytes[at];
        if (escaped) escaped = false;
        else if (byte === BACKSLASH) escaped = true;
        else if (byte === QUOTE) {
          inString = false;
          return at + 1;
        }
      }
      // A long string: search for its closing quote. If that quote is escaped, the loop continues byte by byte.
      const quote = bytes.indexOf(QUOTE, at);
      const end = quote < 0 ? bytes.length : quote;
      escaped = isEscaped(bytes, at, end, escaped);
      at = end;
    }
    return bytes.length;
  };

  return {
    read: (bytes) => {
      let at = inString ? skipString(bytes, 0) : 0;
      while (at < bytes.length) {
        const byte = bytes[at];
        if (byte === QUOTE) {
          inString = true;
          escaped = false;
          at = skipString(bytes, at + 1);
          continue;
        }
        if (byte === COMMA) values += 1;
        else if (byte === OPEN_ARRAY || byte === OPEN_OBJECT) {
          depth += 1;
          values += 1;
          if (depth > MAX_JSON_DEPTH) throw tooDeep();
        } else if (byte === CLOSE_ARRAY || byte === CLOSE_OBJECT) depth -= 1;
        if (values > MAX_JSON_VALUES) throw tooMany();
        at += 1;
      }
    },
  };
}

/** Whether an odd number of backslashes precedes `end`; `before` is whether the byte at `from` is already escaped. */
function isEscaped(bytes: Uint8Array, from: number, end: number, before: boolean): boolean {
  let start = end;
  while (start > from && bytes[start - 1] === BACKSLASH) start -= 1;
  const isOdd = (end - start) % 2 === 1;
  return start === from && before ? !isOdd : isOdd;
}

function tooMany(): ApiError {
  const message = `The request body has too many values: at most ${MAX_JSON_VALUES} (members and list entries on all levels)`;
  return new ApiError('INVALID_REQUEST', message);
}

function tooDeep(): ApiError {
  return new ApiError('INVALID_REQUEST', `The request body is nested too deeply: at most ${MAX_JSON_DEPTH} levels`);
}
