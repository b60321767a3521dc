/** `5,00`, as written in most of Europe. */
const WITH_COMMA = /^\$?\d+,\d+$/;
/** `1,000` means one thousand to some readers and one to others, so it is not interpreted. */
const AMBIGUOUS = /,\d{3}$/;

/**
 * Converts an amount as typed by the owner to the API's format: `5,00` becomes `5.00`. Ambiguous or invalid input is
 * left as it is, for the server to reject.
 */
export function wireAmount(typed: string): string {
  const text = typed.trim();
  return WITH_COMMA.test(text) && !AMBIGUOUS.test(text) ? text.replace(',', '.') : text;
}
