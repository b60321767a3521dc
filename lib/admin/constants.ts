/** The longest text that accounts are searched by, characters. */
export const MAX_SEARCH_CHARACTERS = 200;
