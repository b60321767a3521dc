/** Follows a JSON object that arrives in pieces. */
export type ObjectScan = {
  read(piece: string): void;
  /** Whether what was read is one object, from its opening brace to the closing one. */
  isWhole(): boolean;
};

const QUOTE = 34;
const BACKSLASH = 92;
const OPENING_BRACE = 123;
const CLOSING_BRACE = 125;
/** Space, tab, line feed, carriage return. */
const BLANKS: readonly number[] = [32, 9, 10, 13];

/**
 * A scan that has read nothing. It follows braces and strings only, and each character once: to parse a text again with
 * every piece would take time that grows with the square of its length.
 */
export function makeObjectScan(): ObjectScan {
  let state: 'before' | 'inside' | 'whole' | 'other' = 'before';
  let depth = 0;
  let isString = false;
  let isEscaped = false;

  const readInside = (code: number): void => {
    if (isEscaped) isEscaped = false;
    else if (isString && code === BACKSLASH) isEscaped = true;
    else if (code === QUOTE) isString = !isString;
    else if (isString) return;
    else if (code === OPENING_BRACE) depth += 1;
    else if (code === CLOSING_BRACE) {
      depth -= 1;
      if (depth === 0) state = 'whole';
    }
  };
  return {
    read(piece) {
      for (let at = 0; at < piece.length && state !== 'other'; at += 1) {
        const code = piece.charCodeAt(at);
        if (state === 'inside') readInside(code);
        else if (BLANKS.includes(code)) continue;
        else if (state === 'whole' || code !== OPENING_BRACE) state = 'other';
        else {
          state = 'inside';
          depth = 1;
        }
      }
    },
    isWhole: () => state === 'whole',
  };
}
