/**
 * What a schema may cost. A grammar is compiled, and evaluated at every token, by native code that cannot be
 * interrupted: what is too much for it is refused before the engine gets it.
 */

/** Nesting levels of a schema as JSON, and total values in it. */
export const MAX_DEPTH = 100;
export const MAX_VALUES = 50_000;

/** Schemas within a schema; those that are read again for a combination count again. */
export const MAX_SCHEMAS = 2_000;

/** Steps of merging schemas that are combined: each copies the members that were merged before. */
export const MAX_MERGED = 50_000;

/** Total values of `enum` and `const`, and their characters as JSON. */
export const MAX_LITERALS = 1_000;
export const MAX_LITERAL_CHARACTERS = 32_768;

/** A `minLength` or `maxLength`. */
export const MAX_LENGTH = 16_384;

/** A `minItems`, `maxItems`, `minProperties`, or `maxProperties`. */
export const MAX_ITEMS = 1_000;

/** How many ways to parse the answer so far may be open in parallel. */
export const MAX_WAYS = 64;

/** Total repetitions that the compiler writes out. */
export const MAX_REPETITIONS = 20_000;

/** Characters of a whole grammar. */
export const MAX_GRAMMAR_CHARACTERS = 262_144;
