/** Turns tokens into text one by one without ever splitting a character. */

/** The detokenizer's replacement for an unfinished character. */
const UNFINISHED = '\uFFFD';
/** No UTF-8 character has more bytes than this, so no more tokens are held back for one. */
const LONGEST_CHARACTER = 4;
/** The detokenizer needs a few previous tokens to place spaces correctly. */
const MEMORY = 8;

/** A detokenizer with memory. */
export type TextStream<Token> = {
  /** The text that the token completes; empty while a character is unfinished. */
  push(token: Token): string;
  /** The remaining text at the end, without an unfinished character. */
  end(): string;
};

/** @param detokenize the text of `tokens` when they follow `before` */
export function createTextStream<Token>(detokenize: (tokens: Token[], before: Token[]) => string): TextStream<Token> {
  let before: Token[] = [];
  let pending: Token[] = [];
  return {
    push: (token) => {
      pending.push(token);
      const text = detokenize(pending, before);
      if (text.endsWith(UNFINISHED) && pending.length < LONGEST_CHARACTER) return '';
      before = [...before, ...pending].slice(-MEMORY);
      pending = [];
      return text;
    },
    end: () => {
      const rest = pending;
      pending = [];
      return rest.length > 0 ? detokenize(rest, before).replace(/\uFFFD+$/, '') : '';
    },
  };
}
