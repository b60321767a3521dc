/** How an endpoint reads a `multipart/form-data` body: in JSON the values have types, in a form only names. */
export type FormRules = {
  /** The fields that are files, and how many of each are taken. A form may also send them as text, as JSON does. */
  files: Readonly<Record<string, 'one' | 'many'>>;
  /** Fields whose text is a number. */
  numbers?: readonly string[];
  /** Fields whose text is `true` or `false`. */
  booleans?: readonly string[];
  /** More parts are refused; 20 if absent. */
  maxParts?: number;
};

/** The rules, and the names of all fields that the endpoint knows: others are ignored, as in JSON. */
export type FormPlan = FormRules & { fields: ReadonlySet<string> };

/** Parts of a form if its endpoint sets no other bound. */
export const USUAL_PARTS = 20;
/** Largest file of a form; larger ones are refused (docs/api-rules.md, "Content types and sizes"). */
export const MAX_FILE_BYTES = 25_000_000;
/** Largest text of a form: the longest prompt, in bytes. */
export const MAX_TEXT_BYTES = 131_072;

/**
 * What a schema sees of a form: the same members as in JSON, with files as their bytes. Fields that the endpoint does not
 * know are null, whatever they contain.
 */
export type FormValues = Record<string, FormValue | FormValue[]>;
export type FormValue = string | number | boolean | Uint8Array | null;
