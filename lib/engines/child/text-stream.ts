/** Turns tokens into text one by one without ever cutting a character in two. */

/** What an unfinished character is shown as by the detokenizer. */
const UNFINISHED = '\uFFFD';
/** No character of UTF-8 has more bytes than this, so no more tokens are held back for one. */
const LONGEST_CHARACTER = 4;
/** The detokenizer looks at a few tokens before to place spaces rightly. */
const MEMORY = 8;

/** A detokenizer with memory. */
export type TextStream<Token> = {
  /** The text that the token completes; empty while a character is unfinished. */
  push(token: Token): string;
  /** What is left at the end, without an unfinished character. */
  end(): string;
};

/** @param detokenize the text of `tokens` when they follow `before` */
export function createTextStream<Token>(detokenize: (tokens: Token[], before: Token[]) => string): TextStream<Token> {
  let before: Token[] = [];
  let pending: Token[] = [];
  const take = (): string => {
    const text = detokenize(pending, before);
    before = [...before, ...pending].slice(-MEMORY);
    pending = [];
    return text;
  };
  return {
    push: (token) => {
      pending.push(token);
      const unfinished = detokenize(pending, before).endsWith(UNFINISHED);
      return unfinished && pending.length < LONGEST_CHARACTER ? '' : take();
    },
    end: () => (pending.length > 0 ? take().replace(/\uFFFD+$/, '') : ''),
  };
}
