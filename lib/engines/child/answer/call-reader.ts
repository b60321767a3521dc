import { createJsonEnd, type JsonEnd } from './json-end';

/** A piece of a call of a tool; the first one of a call has its id and name. */
export type CallPiece = { index: number; id?: string; name?: string; arguments?: string };

/** Reads calls as `prompt/call-layout.ts` has them, from behind the beginning of the first one. */
export type CallReader = {
  /** What the text adds to the calls. */
  push(text: string): CallPiece[];
  /** Whether all calls that were begun are whole, and there is one. */
  whole(): boolean;
};

/** What stands before the arguments. The text comes from a grammar: no other spacing is possible. */
const HEAD = /^\{"name": "([\w-]+)", "arguments": /;

const ID_LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const ID_LENGTH = 24;

/** A reader of one answer's calls. */
export function createCallReader(): CallReader {
  let index = -1;
  /** What was not understood yet, outside of arguments. */
  let held = '';
  let argumentsEnd: JsonEnd | null = null;
  let whole = false;
  const readHead = (): CallPiece | null => {
    // Between two calls there is nothing of meaning.
    held = held.slice(Math.max(0, held.indexOf('{')));
    const head = HEAD.exec(held);
    if (!head) return null;
    index += 1;
    whole = false;
    held = held.slice(head[0].length);
    argumentsEnd = createJsonEnd();
    return { index, id: newCallId(), name: head[1] };
  };
  const readArguments = (end: JsonEnd): string => {
    const at = end(held);
    const text = at === null ? held : held.slice(0, at);
    // The bracket that closes the call itself is passed over.
    held = at === null ? '' : held.slice(at).replace(/^\}/, '');
    if (at !== null) argumentsEnd = null;
    whole = at !== null;
    return text;
  };
  return {
    whole: () => whole,
    push: (text) => {
      held += text;
      const pieces: CallPiece[] = [];
      for (;;) {
        const piece = argumentsEnd ? { index } : readHead();
        if (!piece) return pieces;
        const said = argumentsEnd ? readArguments(argumentsEnd) : '';
        if (said !== '' || 'id' in piece) pieces.push({ ...piece, ...(said !== '' && { arguments: said }) });
        if (argumentsEnd) return pieces;
      }
    },
  };
}

/** The OpenAI form: `call_` and 24 random letters and digits. */
function newCallId(): string {
  const random = crypto.getRandomValues(new Uint8Array(ID_LENGTH));
  // The bias towards the first letters does no harm: ids only have to differ.
  return `call_${Array.from(random, (byte) => ID_LETTERS.charAt(byte % ID_LETTERS.length)).join('')}`;
}
