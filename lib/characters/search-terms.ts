/** A text for comparison, regardless of case and Unicode form. Not done by the database: its locales differ. */
export function keyOf(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

/** The text that a search looks in; `#tag` is looked up among the tag keys instead. */
export function searchTextOf(character: { name: string; description: string; tags: readonly string[] }): string {
  return keyOf([character.name, character.description, ...character.tags].join('\n'));
}

/** Patterns for SQL's `like` that must all match: one per search term. */
export function patternsOf(search: string): string[] {
  const terms = keyOf(search).split(/\s+/).filter(Boolean);
  return [...new Set(terms)].map((term) => `%${term.replace(/[\\%_]/g, '\\$&')}%`);
}
