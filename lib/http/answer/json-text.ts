import { toWireNames } from '../../core/service-name';
import { settings } from '../../platform/env';
import { workTurns } from '../../platform/sharing/work-turns';

/** A list with more entries is written in slices. */
const LONG_LIST = 500;
/** How deep long lists are searched for; deeper values are written as a whole. */
const MAX_LEVELS = 5;
/** Characters written in one turn of the account. */
const SLICE_CHARACTERS = 32_768;

/**
 * A JSON document as sent, before compression. One with a long list (log probabilities, vectors) is written in slices,
 * each in a turn of its account.
 * @param account the account's id, or an address without an account
 */
export function jsonText(result: object, account: string): string | Promise<string> {
  const wire: object = toWireNames(result, settings().serviceId);
  return hasLongList(wire, MAX_LEVELS) ? writeInSlices(wire, account) : JSON.stringify(wire);
}

async function writeInSlices(value: object, account: string): Promise<string> {
  let written = 0;
  const pause = (characters: number): Promise<void> | undefined => {
    written += characters;
    if (written < SLICE_CHARACTERS) return undefined;
    const slice = written;
    written = 0;
    return workTurns().take(account, Math.min(slice, SLICE_CHARACTERS));
  };
  const write = async (part: unknown, levels: number): Promise<string> => {
    if (!hasLongList(part, levels)) {
      const text = JSON.stringify(part) ?? 'null';
      await pause(text.length);
      return text;
    }
    const pieces: string[] = [];
    if (Array.isArray(part)) {
      for (let at = 0; at < part.length;) {
        const plain = plainEntries(part, at);
        if (plain.length === 0) pieces.push(await write(part[at], levels - 1));
        else {
          const text = JSON.stringify(plain).slice(1, -1);
          pieces.push(text);
          await pause(text.length);
        }
        at += Math.max(1, plain.length);
      }
      return `[${pieces.join(',')}]`;
    }
    for (const [name, member] of Object.entries(part as object)) {
      if (member !== undefined) pieces.push(`${JSON.stringify(name)}:${await write(member, levels - 1)}`);
    }
    return `{${pieces.join(',')}}`;
  };
  return write(value, MAX_LEVELS);
}

/** The entries of a list from a position on that are no objects and are written together: numbers of a vector. */
function plainEntries(list: readonly unknown[], from: number): unknown[] {
  let to = from;
  while (to < list.length && to - from < LONG_LIST && typeof list[to] !== 'object') to += 1;
  return list.slice(from, to);
}

/** Whether the lists within this many levels are long together. Objects with their own `toJSON` count as having none. */
function hasLongList(value: unknown, levels: number): boolean {
  return entriesWithin(value, levels, 0) > LONG_LIST;
}

/** Entries of all lists in a value, in addition to those counted before; counting ends once they are many. */
function entriesWithin(value: unknown, levels: number, before: number): number {
  if (typeof value !== 'object' || value === null || levels === 0 || 'toJSON' in value) return before;
  if (Array.isArray(value)) {
    let count = before + value.length;
    // The entries of a list are alike: one of plain values has no lists inside.
    if (typeof value[0] !== 'object') return count;
    for (let at = 0; at < value.length && count <= LONG_LIST; at += 1) count = entriesWithin(value[at], levels - 1, count);
    return count;
  }
  let count = before;
  for (const name in value) {
    count = entriesWithin((value as Record<string, unknown>)[name], levels - 1, count);
    if (count > LONG_LIST) break;
  }
  return count;
}
