/** Whether a copied text has the whole secret in it, also with what a browser puts in where a line was broken. A part of it saves nothing. */
export function holdsSecret(copied: string, secret: string): boolean {
  return copied.replace(/\s+/g, '').includes(secret);
}
