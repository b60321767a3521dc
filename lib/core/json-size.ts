/** Characters of a value as JSON in addition to its texts and names: quotes, a comma, a colon, or a number. */
const CHARACTERS_PER_VALUE = 4;

/** About how many characters a value has as JSON, without writing it: an escaped character counts as one. */
export function charactersOfJson(value: unknown): number {
  if (typeof value === 'string') return value.length + CHARACTERS_PER_VALUE;
  if (typeof value !== 'object' || value === null) return CHARACTERS_PER_VALUE;
  if (Array.isArray(value))
    return value.reduce((sum: number, item) => sum + charactersOfJson(item), CHARACTERS_PER_VALUE);
  let characters = CHARACTERS_PER_VALUE;
  for (const [name, member] of Object.entries(value)) {
    characters += name.length + CHARACTERS_PER_VALUE + charactersOfJson(member);
  }
  return characters;
}
