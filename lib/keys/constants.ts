/** The maximum characters of a key's description. Source: docs/api-rules.md, "Create a key". */
export const MAX_KEY_DESCRIPTION_CHARACTERS = 64;
/** The highest limit of a key, in whole units of its currency. Source: docs/api-rules.md, "Key object". */
export const MAX_LIMIT = 9_999_999_999;
/** The default window of a key's limits. */
export const DEFAULT_LIMIT_PERIOD = 'EPOCH';
/** The default for which models a key may call. */
export const DEFAULT_MODEL_PRIVACY = 'ALL';
