/** The state of reading a schema, with its limits. */
import { MAX_ITEMS, MAX_LENGTH, MAX_LITERAL_CHARACTERS, MAX_LITERALS, MAX_MERGED, MAX_SCHEMAS } from './bounds';
import type { Form, NamedForms, Refuse } from './form';
import type { Merging } from './merge-schemas';

/** What has been read so far; all schemas of one call share it. */
export type Spent = { schemas: number; merged: number; literals: number; literalCharacters: number };

/** Nothing read yet. */
export function nothingSpent(): Spent {
  return { schemas: 0, merged: 0, literals: 0, literalCharacters: 0 };
}

/** A schema that is being read. */
export type Reading = {
  /** The whole schema: the target of `#`. */
  whole: unknown;
  named: NamedForms;
  spent: Spent;
  refuse: Refuse;
};

/** The reader's position: how deep, and in which definitions since the answer's last character. */
export type Spot = { depth: number; within: readonly string[] };

/** The start position. */
export const ROOT: Spot = { depth: 0, within: [] };

/** How schemas are merged while reading: the steps of all merges together are limited. */
export function mergingOf({ spent, refuse }: Reading): Merging {
  return {
    refuse,
    spend: (steps) => {
      spent.merged += steps;
      if (spent.merged > MAX_MERGED) refuse(`combines too much: merging its parts takes more than ${MAX_MERGED} steps`);
    },
  };
}

/** Counts one more schema. */
export function count({ spent, refuse }: Reading): void {
  spent.schemas += 1;
  if (spent.schemas > MAX_SCHEMAS) refuse(`must have at most ${MAX_SCHEMAS} schemas in all`);
}

/** A keyword's list, which must not be empty. */
export function listOf({ refuse }: Reading, value: unknown, keyword: string): unknown[] {
  if (Array.isArray(value) && value.length > 0) return value;
  return refuse(`must have a non-empty list as "${keyword}"`);
}

/** The form of a choice among values. */
export function literals({ spent, refuse }: Reading, values: unknown[]): Form {
  const texts = values.map((value) => JSON.stringify(value));
  spent.literals += texts.length;
  spent.literalCharacters += texts.reduce((sum, text) => sum + text.length, 0);
  if (spent.literals > MAX_LITERALS) refuse(`must have at most ${MAX_LITERALS} values of enum and const in all`);
  if (spent.literalCharacters > MAX_LITERAL_CHARACTERS) {
    refuse(`must have at most ${MAX_LITERAL_CHARACTERS} characters in the values of enum and const`);
  }
  return { kind: 'literals', texts: [...new Set(texts)] };
}

/** A limit of lengths or counts; null if the schema has none. */
export function countOf({ refuse }: Reading, value: unknown, keyword: string): number | null {
  if (value === undefined || value === null) return null;
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0) {
    return refuse(`must have a whole number of 0 or more as "${keyword}"`);
  }
  const max = keyword.endsWith('Length') ? MAX_LENGTH : MAX_ITEMS;
  if (value > max) return refuse(`must have a "${keyword}" of at most ${max}`);
  return value;
}
