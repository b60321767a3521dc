/** Base64 as callers send it (RFC 4648, forgiving as browsers are): white space anywhere, padding or none. */

const FORM = /^[A-Za-z0-9+/]*={0,2}$/;

/**
 * The same without white space and with its padding.
 * @returns null where it is no base64: another alphabet, padding in the midst, a length that no bytes have
 */
export function cleanBase64(text: string): string | null {
  const dense = /\s/.test(text) ? text.replace(/\s+/g, '') : text;
  if (!FORM.test(dense)) return null;
  if (dense.endsWith('=')) return dense.length % 4 === 0 ? dense : null;
  const over = dense.length % 4;
  return over === 1 ? null : dense + '='.repeat((4 - over) % 4);
}

/** How many bytes clean base64 stands for. */
export function bytesOfBase64(clean: string): number {
  const padding = clean.endsWith('==') ? 2 : clean.endsWith('=') ? 1 : 0;
  return (clean.length / 4) * 3 - padding;
}
