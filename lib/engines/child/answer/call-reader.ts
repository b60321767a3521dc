import { createJsonEnd, type JsonEnd } from './json-end';

/** A piece of a tool call; the first one of a call has its id and name. */
export type CallPiece = { index: number; id?: string; name?: string; arguments?: string };

/** Reads calls in the layout of `prompt/call-layout.ts`, starting after the beginning of the first one. */
export type CallReader = {
  /** The pieces of calls that the text adds. */
  push(text: string): CallPiece[];
  /** Whether there is a call, and all calls that were begun are complete. */
  whole(): boolean;
};

/** The text before the arguments. It comes from a grammar, so no other spacing is possible. */
const HEAD = /^\{"name": "([\w-]+)", "arguments": /;

const ID_LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const ID_LENGTH = 24;

/** A reader for the calls of one answer. */
export function createCallReader(): CallReader {
  let index = -1;
  /** Text outside of arguments that is not yet parsed. */
  let held = '';
  let argumentsEnd: JsonEnd | null = null;
  let whole = false;
  const readHead = (): CallPiece | null => {
    // The text between two calls has no meaning.
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
    // Skips the brace that closes the call itself.
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

/** OpenAI's format: `call_` and 24 random letters and digits. */
function newCallId(): string {
  const random = crypto.getRandomValues(new Uint8Array(ID_LENGTH));
  // The bias toward the first letters is harmless: ids only have to differ.
  return `call_${Array.from(random, (byte) => ID_LETTERS.charAt(byte % ID_LETTERS.length)).join('')}`;
}
