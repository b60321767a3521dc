/** Identifiers. All random parts come from the platform's cryptographic generator. */

/** Random bytes that are drawn at once: to ask for eight at a time costs much more than the bytes themselves. */
const POOL_BYTES = 4_096;

const pool = new Uint8Array(POOL_BYTES);
/** The first byte of the pool that nobody has had yet. */
let nextByte = POOL_BYTES;

const HEX_OF_BYTE = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** A random UUID (version 4). */
export function newId(): string {
  return crypto.randomUUID();
}

/** `bytes` random bytes as lower-case hex. */
export function randomHex(bytes: number): string {
  let hex = '';
  for (let drawn = 0; drawn < bytes; drawn += 1) hex += HEX_OF_BYTE[randomByte()] ?? '';
  return hex;
}

/** No byte is handed out twice. */
function randomByte(): number {
  if (nextByte === POOL_BYTES) {
    crypto.getRandomValues(pool);
    nextByte = 0;
  }
  const byte = pool[nextByte] ?? 0;
  nextByte += 1;
  return byte;
}
