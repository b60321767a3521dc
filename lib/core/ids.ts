/** Identifiers. All random parts come from the platform's cryptographic generator. */

/** A random UUID (version 4). */
export function newId(): string {
  return crypto.randomUUID();
}

/** `bytes` random bytes as lower-case hex. */
export function randomHex(bytes: number): string {
  const random = crypto.getRandomValues(new Uint8Array(bytes));
  let hex = '';
  for (const byte of random) hex += byte.toString(16).padStart(2, '0');
  return hex;
}
