import { hash, randomBytes } from 'node:crypto';

/** What a key may do: INFERENCE spends, ADMIN also manages keys and views billing. */
export type KeyType = 'ADMIN' | 'INFERENCE';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 36 characters of base62 carry 214 bits. */
const RANDOM_CHARACTERS = 36;
const CHECKSUM_CHARACTERS = 6;
/** Bytes of the digest that the checksum is made from: 62^6 is a little above 2^35. */
const CHECKSUM_BYTES = 6;
const MAX_TOKEN_CHARACTERS = 160;
/** Any service name matches, so that keys survive a change of `SERVICE_ID`. */
const FORM = /^[A-Z][A-Z0-9]*_(?:INFERENCE|ADMIN)_KEY_[0-9A-Za-z]{38,70}$/;

/**
 * Creates a new secret: `SVC_INFERENCE_KEY_<36 random characters><6 characters of checksum>` (docs/api-rules.md, "API
 * key format"). It is shown once and never stored; store its `hashSecret`.
 */
export function makeKeyToken({ serviceId, type }: { serviceId: string; type: KeyType }): string {
  const body = `${serviceId.toUpperCase()}_${type}_KEY_${randomBase62(RANDOM_CHARACTERS)}`;
  return body + checksumOf(body);
}

/** Whether a text has the format of a key and a matching checksum: detects typos without a lookup. */
export function isWellFormed(token: string): boolean {
  if (token.length > MAX_TOKEN_CHARACTERS || !FORM.test(token)) return false;
  return checksumOf(token.slice(0, -CHECKSUM_CHARACTERS)) === token.slice(-CHECKSUM_CHARACTERS);
}

/** SHA-256 of a random secret, hex: the only stored form of keys and one-time link tokens. Too fast for passwords. */
export function hashSecret(secret: string): string {
  return hash('sha256', secret);
}

/** Random base62 text without bias. */
export function randomBase62(characters: number): string {
  let text = '';
  while (text.length < characters) {
    for (const byte of randomBytes(characters)) {
      // 248 = 4 × 62: larger bytes would favor the start of the alphabet.
      if (byte < 248 && text.length < characters) text += ALPHABET.charAt(byte % ALPHABET.length);
    }
  }
  return text;
}

function checksumOf(body: string): string {
  let rest = Number.parseInt(hash('sha256', body).slice(0, 2 * CHECKSUM_BYTES), 16);
  let checksum = '';
  for (let index = 0; index < CHECKSUM_CHARACTERS; index += 1) {
    checksum += ALPHABET.charAt(rest % ALPHABET.length);
    rest = Math.floor(rest / ALPHABET.length);
  }
  return checksum;
}
