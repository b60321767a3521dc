/** `5,00`, as most of Europe writes it. */
const WITH_COMMA = /^\$?\d+,\d+$/;
/** `1,000` is a thousand to one reader and one to another: an amount is not guessed. */
const AMBIGUOUS = /,\d{3}$/;

/**
 * An amount as the owner types it, as the service reads it: `5,00` becomes `5.00`. What is ambiguous or no amount stays,
 * and is refused by the service's own words.
 */
export function wireAmount(typed: string): string {
  const text = typed.trim();
  return WITH_COMMA.test(text) && !AMBIGUOUS.test(text) ? text.replace(',', '.') : text;
}
