import type { z } from 'zod';
import { ChatPreferences, NO_PREFERENCES } from './contract';

type Name = keyof ChatPreferences;

/** Preferences as they are stored. */
export type StoredDocument = {
  preferences: ChatPreferences;
  /** Members that this version does not know, as stored. */
  unknown: Record<string, unknown>;
  /** Members of which a part could not be read, as stored: `preferences` has what could. */
  partial: Partial<Record<Name, unknown>>;
};

/**
 * Reads stored preferences member by member: a newer version may have written what this one does not know, during an
 * update or after one was taken back.
 */
export function readStored(text: string): StoredDocument {
  const stored = recordOf(JSON.parse(text));
  let preferences = NO_PREFERENCES;
  const partial: StoredDocument['partial'] = {};
  for (const name of NAMES) {
    if (stored[name] === undefined) continue;
    const { known, isWhole } = readMember(ChatPreferences.shape[name], stored[name]);
    if (known !== undefined) preferences = { ...preferences, [name]: known };
    if (!isWhole) partial[name] = stored[name];
  }
  const unknown = Object.fromEntries(Object.entries(stored).filter(([name]) => !isName(name)));
  return { preferences, unknown, partial };
}

const NAMES = Object.keys(ChatPreferences.shape) as Name[];
const isName = (name: string): boolean => Object.hasOwn(ChatPreferences.shape, name);

const recordOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

/** What can be read of a member: without what is unknown in it, and without the entries of a list that are invalid. */
function readMember(schema: z.ZodType, given: unknown): { known?: unknown; isWhole: boolean } {
  const first = schema.safeParse(given);
  if (first.success) return { known: first.data, isWhole: true };
  const copy = structuredClone(given);
  for (const issue of first.error.issues) {
    if (issue.code !== 'unrecognized_keys') continue;
    const within = recordOf(issue.path.reduce<unknown>((value, step) => recordOf(value)[String(step)], copy));
    for (const key of issue.keys) Reflect.deleteProperty(within, key);
  }
  const second = schema.safeParse(copy);
  if (second.success) return { known: second.data, isWhole: false };
  if (!Array.isArray(copy)) return { isWhole: false };
  const invalid = new Set(second.error.issues.map(({ path }) => path[0]));
  const third = schema.safeParse(copy.filter((_entry, at) => !invalid.has(at)));
  return third.success ? { known: third.data, isWhole: false } : { isWhole: false };
}
