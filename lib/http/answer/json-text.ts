import { toWireNames } from '../../core/service-name';
import { settings } from '../../platform/env';
import { workTurns } from '../../platform/sharing/work-turns';

/** A list with more entries is written in slices. */
const LONG_LIST = 500;
/** So is a text with more characters: the base64 of an image. Also the characters of each of its slices. */
const LONG_TEXT = 262_144;
/** How deep they are searched for; deeper values are written as a whole. */
const MAX_LEVELS = 5;
/** Characters written in one turn of the account. */
const SLICE_CHARACTERS = 32_768;

/**
 * A JSON document as sent, before compression. One with a long list or text (log probabilities, vectors, images) is
 * written in slices, each in a turn of its account.
 * @param account the account's id, or an address without an account
 */
export function jsonText(result: object, account: string): string | Promise<string> {
  const wire: object = toWireNames(result, settings().serviceId);
  return isLong(wire, MAX_LEVELS) ? joinedSlices(wire, account) : JSON.stringify(wire);
}

/** Whether a value has a text that `writeInSlices` would not write at once. */
export function hasLongText(value: object): boolean {
  return sizeWithin(value, MAX_LEVELS, 0) === Number.POSITIVE_INFINITY;
}

async function joinedSlices(value: object, account: string): Promise<string> {
  /** All of the document, joined only once: it may have many megabytes. */
  const all: string[] = [];
  await writeInSlices(value, account, (pieces) => void all.push(...pieces));
  return all.join('');
}

/**
 * Writes a value as JSON in slices, each in a turn of its account.
 * @param send takes the next slice, in pieces; the one after it is written when it has
 */
export async function writeInSlices(
  value: object,
  account: string,
  send: (pieces: string[]) => Promise<void> | undefined | void,
): Promise<void> {
  let pieces: string[] = [];
  let written = 0;
  const add = async (text: string): Promise<void> => {
    pieces.push(text);
    written += text.length;
    if (written < SLICE_CHARACTERS) return;
    const slice = pieces;
    const bytes = Math.min(written, SLICE_CHARACTERS);
    [pieces, written] = [[], 0];
    await send(slice);
    await workTurns().take(account, bytes);
  };
  const write = async (part: unknown, levels: number): Promise<void> => {
    if (!isLong(part, levels)) return add(JSON.stringify(part) ?? 'null');
    if (typeof part === 'string') {
      pieces.push('"');
      for (const slice of slicesOf(part)) await add(JSON.stringify(slice).slice(1, -1));
      pieces.push('"');
    } else if (Array.isArray(part)) {
      pieces.push('[');
      for (let at = 0; at < part.length;) {
        if (at > 0) pieces.push(',');
        const plain = plainEntries(part, at);
        if (plain.length === 0) await write(part[at], levels - 1);
        else await add(JSON.stringify(plain).slice(1, -1));
        at += Math.max(1, plain.length);
      }
      pieces.push(']');
    } else {
      let before = '{';
      for (const [name, member] of Object.entries(part as object)) {
        if (member === undefined) continue;
        pieces.push(`${before}${JSON.stringify(name)}:`);
        before = ',';
        await write(member, levels - 1);
      }
      pieces.push('}');
    }
  };
  await write(value, MAX_LEVELS);
  await send(pieces);
}

/** A text in slices, none of which ends between the two halves of a character: alone, each would be escaped. */
function* slicesOf(text: string): Generator<string> {
  for (let at = 0; at < text.length;) {
    const end = Math.min(text.length, at + LONG_TEXT);
    const isSplit = end < text.length && /[\ud800-\udbff]/.test(text.charAt(end - 1));
    const until = isSplit ? end - 1 : end;
    yield text.slice(at, until);
    at = until;
  }
}

/** The entries of a list from a position on that are plain and are written together: numbers of a vector. */
function plainEntries(list: readonly unknown[], from: number): unknown[] {
  let to = from;
  while (to < list.length && to - from < LONG_LIST && isPlain(list[to])) to += 1;
  return list.slice(from, to);
}

function isPlain(entry: unknown): boolean {
  return typeof entry === 'number' || typeof entry === 'boolean' || entry === null;
}

/**
 * Whether a text within this many levels is long, or the lists are long together. Objects with their own `toJSON` count
 * as having none.
 */
function isLong(value: unknown, levels: number): boolean {
  return sizeWithin(value, levels, 0) > LONG_LIST;
}

/** Entries of all lists in a value, and those counted before; infinite with a long text. Ends once they are many. */
function sizeWithin(value: unknown, levels: number, before: number): number {
  if (typeof value === 'string') return value.length > LONG_TEXT ? Number.POSITIVE_INFINITY : before;
  if (typeof value !== 'object' || value === null || levels === 0 || 'toJSON' in value) return before;
  if (Array.isArray(value)) {
    let count = before + value.length;
    // The entries of a list are alike: one of numbers has neither lists nor texts inside.
    if (isPlain(value[0])) return count;
    for (let at = 0; at < value.length && count <= LONG_LIST; at += 1) count = sizeWithin(value[at], levels - 1, count);
    return count;
  }
  let count = before;
  for (const name in value) {
    count = sizeWithin((value as Record<string, unknown>)[name], levels - 1, count);
    if (count > LONG_LIST) break;
  }
  return count;
}
