/**
 * What a schema may cost. A grammar is compiled, and walked at every token, by native code that nothing can interrupt:
 * what is too much for it is refused before the engine hears of it.
 */

/** Levels of nesting of a schema as JSON, and values within it in all. */
export const MAX_DEPTH = 100;
export const MAX_VALUES = 50_000;

/** Schemas within a schema; those that are read again for a combination count again. */
export const MAX_SCHEMAS = 2_000;

/** Values of `enum` and `const` in all, and their characters as JSON. */
export const MAX_LITERALS = 1_000;
export const MAX_LITERAL_CHARACTERS = 32_768;

/** A `minLength` or `maxLength`. */
export const MAX_LENGTH = 16_384;

/** A `minItems`, `maxItems`, `minProperties` or `maxProperties`. */
export const MAX_ITEMS = 1_000;

/** Ways to read an answer so far that may be open side by side. */
export const MAX_WAYS = 64;

/** Repetitions that the compiler writes out, in all. */
export const MAX_REPETITIONS = 20_000;

/** Characters of a whole grammar. */
export const MAX_GRAMMAR_CHARACTERS = 262_144;
