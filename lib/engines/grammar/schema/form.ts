/** A JSON Schema as far as an answer is held to it: what a grammar is written from. */

/** A member of an object; a required one stands always. */
export type Member = { name: string; form: Form; required: boolean };

/**
 * What a JSON value may be. Counts are of characters, items or members; `max` null means without end.
 * - `literals`: one of these JSON texts, at least one.
 * - `number`: `signed` false means not below 0, `zero` false means not 0 either (whole numbers only).
 * - `object`: these members in this order and no others.
 * - `map`: members of any names.
 * - `array`: `first` one after another, then `rest` so many times; null means nothing follows.
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

/** Formats of strings that a grammar knows; others are not enforced. */
export type StringFormat = 'date' | 'time' | 'date-time' | 'uuid';

/** Definitions by their place in the schema. */
export type NamedForms = Map<string, Form>;

/** Refuses a schema, in words that follow its field's name. @throws ApiError INVALID_REQUEST, always */
export type Refuse = (why: string) => never;

/** One of several forms: nested choices and literals become one, what stands twice stands once. */
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
