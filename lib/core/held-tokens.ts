/**
 * The most tokens that a text is likely to have, for holds: who is charged more than was held need not have it. From
 * running text of each script as OpenAI's `cl100k_base` counts it, which makes more tokens of most scripts than later
 * tokenizers do; the counts are in the tests. Nowhere less than a token for 2.5 bytes.
 */

/** The table counts in these: sums stay whole. */
const PARTS_PER_TOKEN = 20;
const ASCII_PARTS = 8;

/** Parts of a token per UTF-16 unit, from this code on; the codes are multiples of 128. */
const PARTS_FROM: [code: number, parts: number][] = [
  [0x0000, ASCII_PARTS],
  // Latin with diacritics; phonetic and combining signs; Greek and Cyrillic.
  [0x0080, 25],
  [0x0180, 40],
  [0x0380, 20],
  // Armenian; Hebrew; Arabic; Syriac to N'Ko.
  [0x0500, 50],
  [0x0580, 30],
  [0x0600, 25],
  [0x0700, 45],
  [0x0800, 60],
  // Devanagari and Bengali; the scripts from Gurmukhi to Sinhala, with Odia and Tamil among them; Thai.
  [0x0900, 30],
  [0x0a00, 45],
  [0x0b00, 60],
  [0x0b80, 35],
  [0x0c00, 45],
  [0x0e00, 25],
  // Lao to Cherokee; Latin for Vietnamese, and ancient Greek; punctuation; symbols, and Braille among them.
  [0x0e80, 60],
  [0x1e00, 45],
  [0x1f00, 60],
  [0x2000, 25],
  [0x2080, 45],
  [0x2800, 60],
  [0x2900, 45],
  // Chinese and Japanese; Yi to Javanese; Hangul.
  [0x2e80, 35],
  [0xa000, 60],
  [0xac00, 30],
  // Halves of characters of four bytes: four tokens at most, emoji up to three.
  [0xd800, 40],
  [0xe000, 60],
  [0xfe00, 45],
];
const CODES_PER_ENTRY_BITS = 7;
const PARTS = Uint8Array.from({ length: 0x1_0000 >> CODES_PER_ENTRY_BITS }, (_, entry) => {
  const code = entry << CODES_PER_ENTRY_BITS;
  return PARTS_FROM.findLast(([from]) => from <= code)?.[1] ?? 0;
});

/** Of texts beyond ASCII so many characters are looked at, some 15 ms; for the rest each byte is a token. */
const MAX_SEEN = 4_000_000;

/** The most tokens that texts together are likely to have. Of ASCII, a token for 2.5 characters. */
export function heldTokens(texts: readonly string[]): number {
  let parts = 0;
  let left = MAX_SEEN;
  for (const text of texts) {
    const bytes = Buffer.byteLength(text);
    if (bytes === text.length) parts += bytes * ASCII_PARTS;
    else if (text.length > left) parts += bytes * PARTS_PER_TOKEN;
    else {
      left -= text.length;
      // No tokenizer makes more of it than a token for each byte.
      parts += Math.min(partsOf(text), bytes * PARTS_PER_TOKEN);
    }
  }
  return Math.ceil(parts / PARTS_PER_TOKEN);
}

/**
 * The same of a text that is there as bytes of UTF-8.
 * @param isAscii whether all of them are ASCII: asked for many bytes only
 */
export function heldTokensOfUtf8(bytes: Uint8Array, isAscii: (bytes: Uint8Array) => boolean): number {
  if (bytes.length <= MAX_SEEN) return heldTokens([new TextDecoder().decode(bytes)]);
  return isAscii(bytes) ? heldTokensOfAscii(bytes.length) : bytes.length;
}

/** The same of so many characters of ASCII: no text of as many characters has less. */
export function heldTokensOfAscii(characters: number): number {
  return Math.ceil((characters * ASCII_PARTS) / PARTS_PER_TOKEN);
}

function partsOf(text: string): number {
  let parts = 0;
  for (let at = 0; at < text.length; at += 1) parts += PARTS[text.charCodeAt(at) >> CODES_PER_ENTRY_BITS] ?? 0;
  return parts;
}
