import { setImmediate as nextTurn } from 'node:timers/promises';
import { toWireNames } from '../../core/service-name';
import { settings } from '../../platform/env';

/** A list with more entries is written in slices. */
const LONG_LIST = 500;
/** Levels in which a long list is looked for: below that none is written as a whole. */
const LEVELS = 5;
/** After so long the event loop goes on first. */
const SLICE_MS = 5;

/**
 * A JSON document as it goes out, before it is compressed. One with a long list (log probabilities, vectors) is written in
 * slices: the event loop goes on in between.
 */
export function jsonText(result: object): string | Promise<string> {
  const wire: object = toWireNames(result, settings().serviceId);
  return hasLongList(wire, LEVELS) ? writeInSlices(wire) : JSON.stringify(wire);
}

async function writeInSlices(value: object): Promise<string> {
  let sliceAtMs = performance.now();
  const pause = async (): Promise<void> => {
    if (performance.now() - sliceAtMs < SLICE_MS) return;
    await nextTurn();
    sliceAtMs = performance.now();
  };
  const write = async (part: unknown, levels: number): Promise<string> => {
    if (!hasLongList(part, levels)) return JSON.stringify(part) ?? 'null';
    const pieces: string[] = [];
    if (Array.isArray(part)) {
      for (const entry of part) {
        pieces.push(await write(entry, levels - 1));
        await pause();
      }
      return `[${pieces.join(',')}]`;
    }
    for (const [name, member] of Object.entries(part as object)) {
      if (member !== undefined) pieces.push(`${JSON.stringify(name)}:${await write(member, levels - 1)}`);
    }
    return `{${pieces.join(',')}}`;
  };
  return write(value, LEVELS);
}

/** Whether a list within so many levels is long. What writes itself (`toJSON`) has none. */
function hasLongList(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null || levels === 0 || 'toJSON' in value) return false;
  if (Array.isArray(value)) return value.length > LONG_LIST || value.some((entry) => hasLongList(entry, levels - 1));
  for (const name in value) if (hasLongList((value as Record<string, unknown>)[name], levels - 1)) return true;
  return false;
}
