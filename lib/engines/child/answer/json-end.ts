/** Finds the end of a JSON value in a text that arrives in pieces. */

/** The index after the value's last character in the piece, or null while it goes on. */
export type JsonEnd = (piece: string) => number | null;

/**
 * Only objects, arrays, and strings have a recognizable end; for numbers, `true`, `false` and `null` none is found. The
 * text must be JSON.
 */
export function createJsonEnd(): JsonEnd {
  let depth = 0;
  let inString = false;
  let escaped = false;
  return (piece) => {
    for (let at = 0; at < piece.length; at += 1) {
      const character = piece.charAt(at);
      if (inString) {
        if (escaped) escaped = false;
        else if (character === '\\') escaped = true;
        else if (character === '"') inString = false;
        if (inString || depth > 0) continue;
        return at + 1;
      }
      if (character === '"') inString = true;
      else if (character === '{' || character === '[') depth += 1;
      else if (character === '}' || character === ']') {
        depth -= 1;
        if (depth === 0) return at + 1;
      }
    }
    return null;
  };
}
