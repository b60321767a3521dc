import type { EditPart, EditReading, EditStep } from '../step';
import { type Clause, clauseOf, clausesOf, withQuotes } from './clause';
import { readBackground } from './read-background';
import { readColor } from './read-color';
import { readCombination } from './read-combine';
import { readFrame } from './read-frame';
import { readScene } from './read-scene';
import { readCrop } from './read-shape';
import { readStyle } from './read-style';
import { readText } from './read-text';
import { readTone } from './read-tone';
import { readTurn } from './read-turn';

/** An instruction is short; what is longer is a description of something else. */
const MAX_CLAUSE_CHARACTERS = 400;
const MAX_PIECES = 16;
/** Instructions beyond these are refused. */
export const MAX_PARTS = 40;

/** Tried in order; each takes a clause as a whole or leaves it. */
const STEP_READERS: readonly ((clause: Clause) => EditStep[] | null)[] = [
  readText,
  readBackground,
  readCombination,
  readCrop,
  readTurn,
  readFrame,
  readStyle,
  readTone,
];
/** How a list goes on: “make it brighter and warmer”. */
const VERBS: readonly [RegExp, string][] = [
  [/^make (?:it|this|the (?:image|picture|photo))\b/, 'make it'],
  [/^turn (?:it|this)\b/, 'make it'],
  [/^(?:add|put|insert|draw|include|replace|swap)\b/, 'add'],
  [/^(?:remove|delete|erase)\b/, 'remove'],
  [/^(?:increase|more|boost)\b/, 'increase'],
  [/^(?:reduce|decrease|less|lower)\b/, 'reduce'],
  [/^(?:apply|crop)\b/, 'apply'],
];

/** Reads the instructions of a prompt, in order. Pure; never throws. */
export function readEdit(prompt: string): EditReading {
  const reading: EditReading = { parts: [], unread: [] };
  for (const clause of clausesOf(prompt)) {
    if (reading.parts.length + reading.unread.length >= MAX_PARTS) {
      reading.unread.push(withQuotes(clause).slice(0, MAX_CLAUSE_CHARACTERS));
      break;
    }
    if (clause.text.length > MAX_CLAUSE_CHARACTERS)
      reading.unread.push(withQuotes(clause).slice(0, MAX_CLAUSE_CHARACTERS));
    else readClause(clause, reading);
  }
  return reading;
}

/** Reads a clause as a whole, or else the pieces between commas and `and`, each as long as possible. */
function readClause(clause: Clause, reading: EditReading): void {
  const pieces = clause.original.split(/(,\s+(?:and\s+)?|\s+and\s+|\s+&\s+|\s+but\s+)/);
  if (pieces.length > 2 * MAX_PIECES) return void reading.unread.push(withQuotes(clause));
  let verb = '';
  for (let start = 0; start < pieces.length;) {
    const first = clauseOf(pieces[start] ?? '', clause.quotes);
    const read = readFrom(pieces, start, verb, clause.quotes);
    verb = VERBS.find(([pattern]) => pattern.test(first.text))?.[1] ?? verb;
    if (read) reading.parts.push(read.part);
    else if (first.text !== '') reading.unread.push(withQuotes(first));
    start = read ? read.end + 1 : start + 2;
  }
}

/** The longest instruction about pixels that begins at a piece, or else the shortest about a scene. */
function readFrom(
  pieces: readonly string[],
  start: number,
  verb: string,
  quotes: readonly string[],
): { part: EditPart; end: number } | null {
  const ends = pieces.flatMap((_piece, index) => (index >= start && (index - start) % 2 === 0 ? [index + 1] : []));
  const pieceTo = (end: number): Clause => clauseOf(pieces.slice(start, end).join(''), quotes);
  for (const end of ends.toReversed()) {
    const piece = pieceTo(end);
    const part = readSteps(piece) ?? (verb ? readSteps(withVerb(verb, piece)) : null);
    if (part) return { part, end };
  }
  for (const end of ends) {
    const piece = pieceTo(end);
    const part = readChange(piece) ?? (verb ? readChange(withVerb(verb, piece)) : null);
    if (part) return { part, end };
  }
  return null;
}

function withVerb(verb: string, { original, quotes }: Clause): Clause {
  return clauseOf(`${verb} ${original}`, quotes);
}

function readSteps(clause: Clause): EditPart | null {
  for (const read of STEP_READERS) {
    const steps = read(clause);
    if (steps) return { clause: withQuotes(clause), steps };
  }
  return null;
}

function readChange(clause: Clause): EditPart | null {
  const part = readColor(clause) ?? readScene(clause);
  return part && { clause: withQuotes(clause), ...part };
}
