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
  return isLong(wire, MAX_LEVELS) ? writeInSlices(wire, account) : JSON.stringify(wire);
}

async function writeInSlices(value: object, account: string): Promise<string> {
  /** All of the document, joined only once: it may have many megabytes. */
  const pieces: string[] = [];
  let written = 0;
  const add = (text: string): Promise<void> | undefined => {
    pieces.push(text);
    written += text.length;
    if (written < SLICE_CHARACTERS) return undefined;
    const slice = written;
    written = 0;
    return workTurns().take(account, Math.min(slice, SLICE_CHARACTERS));
  };
  const write = async (part: unknown, levels: number): Promise<void> => {
    if (!isLong(part, levels)) return add(JSON.stringify(part) ?? 'null');
    if (typeof part === 'string') {
      pieces.push('"');
      for (const slice of slicesOf(part)) await add(JSON.stringify(slice).slice(1, -1));
      pieces.push('"');
    } else if (Array.isArray(part)) {
      for (const [at, entry] of part.entries()) {
        pieces.push(at === 0 ? '[' : ',');
        await write(entry, levels - 1);
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
  return pieces.join('');
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

/** Whether any list or text within this many levels is long. Objects with their own `toJSON` count as having none. */
function isLong(value: unknown, levels: number): boolean {
  if (typeof value === 'string') return value.length > LONG_TEXT;
  if (typeof value !== 'object' || value === null || levels === 0 || 'toJSON' in value) return false;
  if (Array.isArray(value)) return value.length > LONG_LIST || value.some((entry) => isLong(entry, levels - 1));
  for (const name in value) if (isLong((value as Record<string, unknown>)[name], levels - 1)) return true;
  return false;
}
