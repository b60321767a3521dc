import type { ChatPart } from '../../spec';
import { listOf, recordOf } from './values';

/** What stands in the place of the text while a form is tried. */
const PROBE = 'a-text-that-no-chunk-has';
/** Forms that are tried per answer: where chunks differ in more than their text, each try is for nothing. */
const MOST_TRIES = 8;
/** What would make a text more than itself inside a JSON string. */
const NOT_PLAIN = /["\\\u0000-\u001f]/;

/** A piece of text or of thinking, alone in its chunk. */
type Piece = Extract<ChatPart, { type: 'text' | 'reasoning' }>;

/** Recognises chunks that differ from an earlier one in their text alone. */
export type RepeatedChunk = {
  /** The piece in a chunk of the known form; null where it has another one and must be parsed. */
  read(chunk: string): Piece | null;
  /** Takes a chunk's form, where the one part that parsing it gave is a plain piece. */
  learn(chunk: string, part: ChatPart | undefined): void;
};

/**
 * Most chunks of an answer are the same but for one JSON string. What stands around it is kept from a chunk that was
 * parsed: where the next one begins and ends the same, and has neither quote, backslash nor control character
 * between, it is the same JSON with another text, and need not be parsed. That saves nine tenths of reading a token.
 */
export function repeatedChunk(): RepeatedChunk {
  let form: { before: string; after: string; piece: Piece } | null = null;
  let tries = 0;
  return {
    read(chunk) {
      if (!form) return null;
      const { before, after, piece } = form;
      const end = chunk.length - after.length;
      // Slices compare faster than `startsWith`, whatever way the engine keeps the strings.
      if (end <= before.length || chunk.slice(0, before.length) !== before || chunk.slice(end) !== after) return null;
      const text = chunk.slice(before.length, end);
      return NOT_PLAIN.test(text) ? null : { type: piece.type, choice: piece.choice, text };
    },
    learn(chunk, part) {
      const piece = plainPiece(part);
      if (!piece || tries >= MOST_TRIES) return;
      tries += 1;
      const around = findAround(chunk, piece);
      if (around) form = { ...around, piece };
    },
  };
}

function plainPiece(part: ChatPart | undefined): Piece | null {
  if (part?.type === 'text') return part.logprobs ? null : part;
  return part?.type === 'reasoning' && !part.details ? part : null;
}

function findAround(chunk: string, piece: Piece): { before: string; after: string } | null {
  const literal = JSON.stringify(piece.text);
  for (const name of piece.type === 'text' ? ['content'] : ['reasoning_content', 'reasoning']) {
    const named = `"${name}":`;
    const end = chunk.indexOf(named) + named.length;
    const at = chunk.charCodeAt(end) === 32 ? end + 1 : end;
    if (!chunk.includes(named) || !chunk.startsWith(literal, at)) continue;
    const around = { before: chunk.slice(0, at + 1), after: chunk.slice(at + literal.length - 1) };
    if (isMemberIn(name, around)) return around;
  }
  return null;
}

/** Whether a text between the two is read as the one of a delta, whatever else has its name in the chunk. */
function isMemberIn(name: string, { before, after }: { before: string; after: string }): boolean {
  const { choices } = recordOf(JSON.parse(before + PROBE + after));
  const [choice] = listOf(choices);
  return recordOf(recordOf(choice).delta)[name] === PROBE;
}
