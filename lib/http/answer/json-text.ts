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
      for (const entry of part) pieces.push(await write(entry, levels - 1));
      return `[${pieces.join(',')}]`;
    }
    for (const [name, member] of Object.entries(part as object)) {
      if (member !== undefined) pieces.push(`${JSON.stringify(name)}:${await write(member, levels - 1)}`);
    }
    return `{${pieces.join(',')}}`;
  };
  return write(value, MAX_LEVELS);
}

/** Whether any list within this many levels is long. Objects with their own `toJSON` count as having none. */
function hasLongList(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null || levels === 0 || 'toJSON' in value) return false;
  if (Array.isArray(value)) return value.length > LONG_LIST || value.some((entry) => hasLongList(entry, levels - 1));
  for (const name in value) if (hasLongList((value as Record<string, unknown>)[name], levels - 1)) return true;
  return false;
}
