import type { ChatPart } from '../../../core/chat';
import { listOf, recordOf } from './values';

/** Replaces the text while a form is tested. */
const PROBE = 'a-text-that-no-chunk-has';
/** How many forms are tested per answer: if chunks differ in more than their text, every test is wasted. */
const MOST_TRIES = 8;
/** Characters that would not stand for themselves inside a JSON string. */
const NOT_PLAIN = /["\\\u0000-\u001f]/;

/** A piece of text or reasoning, alone in its chunk. */
type Piece = Extract<ChatPart, { type: 'text' | 'reasoning' }>;

/** Recognizes chunks that differ from an earlier one only in their text. */
export type RepeatedChunk = {
  /** The piece in a chunk of the known form; null if the chunk has another form and must be parsed. */
  read(chunk: string): Piece | null;
  /** Learns a chunk's form, if parsing it gave a single plain piece. */
  learn(chunk: string, part: ChatPart | undefined): void;
};

/**
 * Most chunks of an answer are the same except for one JSON string. The text around it is kept from a chunk that was
 * parsed: if the next one begins and ends the same, and has neither quote, backslash nor control character in between,
 * it is the same JSON with another text, and need not be parsed. That saves nine tenths of the cost of reading a token.
 */
export function repeatedChunk(): RepeatedChunk {
  let form: { before: string; after: string; piece: Piece } | null = null;
  let tries = 0;
  return {
    read(chunk) {
      if (!form) return null;
      const { before, after, piece } = form;
      const end = chunk.length - after.length;
      // Slices compare faster than `startsWith`, however the engine stores the strings.
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

/** Whether a text between the two is read as the delta's member, rather than another one of the same name. */
function isMemberIn(name: string, { before, after }: { before: string; after: string }): boolean {
  const { choices } = recordOf(JSON.parse(before + PROBE + after));
  const [choice] = listOf(choices);
  return recordOf(recordOf(choice).delta)[name] === PROBE;
}
