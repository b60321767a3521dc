/** A text as it is compared: forms of letters, upper and lower case are the same. Not the database's own: locales differ. */
export function keyOf(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

/** What a character is found by: `#tag` is not looked up here but among its tag keys. */
export function searchTextOf(character: { name: string; description: string; tags: readonly string[] }): string {
  return keyOf([character.name, character.description, ...character.tags].join('\n'));
}

/** Patterns of SQL's `like` that all must fit: one for each word of a search. */
export function patternsOf(search: string): string[] {
  const terms = keyOf(search).split(/\s+/).filter(Boolean);
  return [...new Set(terms)].map((term) => `%${term.replace(/[\\%_]/g, '\\$&')}%`);
}
