/**
 * Whether a copied text contains the whole secret, ignoring whatever browsers insert at line breaks. A part of the
 * secret is not enough.
 */
export function holdsSecret(copied: string, secret: string): boolean {
  return copied.replace(/\s+/g, '').includes(secret);
}
