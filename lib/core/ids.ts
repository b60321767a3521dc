/** Identifiers. All random parts come from the platform's cryptographic random generator. */

/** Random bytes drawn at a time: requesting eight at a time costs much more than the bytes themselves. */
const POOL_BYTES = 4_096;

const pool = new Uint8Array(POOL_BYTES);
/** The first unused byte of the pool. */
let nextByte = POOL_BYTES;

/** A 48-bit time in hex, and the random bytes after it. */
const TIME_DIGITS = 12;
const RANDOM_BYTES = 9;

const HEX_OF_BYTE = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether a text is a UUID of any version: PostgreSQL refuses to compare one with anything else. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}

/** A random UUID (version 4). */
export function newId(): string {
  return crypto.randomUUID();
}

/**
 * A UUID that begins with its time (version 7, RFC 9562): followed by 74 random bits. For rows that are written often:
 * rows of the same time are adjacent in the indexes, instead of each on a different page.
 * @param nowMs milliseconds since 1970, at most 48 bits
 */
export function newOrderedId(nowMs: number): string {
  const time = Math.floor(nowMs).toString(16).padStart(TIME_DIGITS, '0');
  const random = randomHex(RANDOM_BYTES);
  // The variant takes two of 80 random bits; the four bits of the version are extra.
  const variant = HEX_OF_BYTE[0x80 | (randomByte() & 0x3f)] ?? '';
  const [first, second] = [time.slice(0, 8), time.slice(8)];
  return `${first}-${second}-7${random.slice(0, 3)}-${variant}${random.slice(3, 5)}-${random.slice(5, 17)}`;
}

/** `bytes` random bytes as lowercase hex. */
export function randomHex(bytes: number): string {
  let hex = '';
  for (let drawn = 0; drawn < bytes; drawn += 1) hex += HEX_OF_BYTE[randomByte()] ?? '';
  return hex;
}

/** Never returns a byte twice. */
function randomByte(): number {
  if (nextByte === POOL_BYTES) {
    crypto.getRandomValues(pool);
    nextByte = 0;
  }
  const byte = pool[nextByte] ?? 0;
  nextByte += 1;
  return byte;
}
