/** The most characters of a key's description. Source: contract 15. */
export const MAX_KEY_DESCRIPTION_CHARACTERS = 64;
/** The highest limit of a key, in whole units of its currency. Source: contract 15. */
export const MAX_LIMIT = 9_999_999_999;
