/** The maximum characters of an account search. */
export const MAX_SEARCH_CHARACTERS = 200;
