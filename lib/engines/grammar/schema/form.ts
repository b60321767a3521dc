/** The part of a JSON Schema that is enforced in an answer: what a grammar is written from. */

/** A member of an object; a required one is always present. */
export type Member = { name: string; form: Form; required: boolean };

/**
 * What a JSON value may be. Counts are of characters, items, or members; `max` null means unlimited.
 * - `literals`: one of these JSON texts, at least one.
 * - `number`: `signed` false means not below 0, `zero` false means not 0 either (whole numbers only).
 * - `object`: exactly these members in this order.
 * - `map`: members with any names.
 * - `array`: `first` one after another, then `rest` repeated `min` to `max` times; null means nothing follows.
 * - `named`: a definition, which may contain itself.
 */
export type Form =
  | { kind: 'any' }
  | { kind: 'literals'; texts: string[] }
  | { kind: 'string'; min: number; max: number | null }
  | { kind: 'format'; format: StringFormat }
  | { kind: 'number'; whole: boolean; signed: boolean; zero: boolean }
  | { kind: 'object'; members: Member[] }
  | { kind: 'map'; value: Form; min: number; max: number | null }
  | { kind: 'array'; first: Form[]; rest: Form | null; min: number; max: number | null }
  | { kind: 'either'; forms: Form[] }
  | { kind: 'named'; name: string };

/** String formats that a grammar can enforce; others are ignored. */
export type StringFormat = 'date' | 'time' | 'date-time' | 'uuid';

/** Definitions by their pointer in the schema. */
export type NamedForms = Map<string, Form>;

/** Refuses a schema, with a text that follows its field's name. @throws ApiError INVALID_REQUEST, always */
export type Refuse = (why: string) => never;

/** One of several forms: nested choices and literals are merged, duplicates removed. */
export function eitherOf(forms: readonly Form[]): Form {
  const flat = forms.flatMap((form) => (form.kind === 'either' ? form.forms : [form]));
  if (flat.some(({ kind }) => kind === 'any')) return { kind: 'any' };
  const texts = new Set(flat.flatMap((form) => (form.kind === 'literals' ? form.texts : [])));
  const others = new Map<string, Form>();
  for (const form of flat) if (form.kind !== 'literals') others.set(JSON.stringify(form), form);
  const all: Form[] = [...others.values()];
  if (texts.size > 0) all.unshift({ kind: 'literals', texts: [...texts] });
  const [only] = all;
  return all.length === 1 && only ? only : { kind: 'either', forms: all };
}
