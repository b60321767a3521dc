/**
 * The most tokens that a text is likely to have, for holds: a charge above the hold might exceed the balance. Based on
 * running text of each script as counted by OpenAI's `cl100k_base`, which makes more tokens of most scripts than later
 * tokenizers do; the counts are in the tests. Never less than one token per 2.5 bytes.
 */

/** The unit of the table, so that sums are whole numbers. */
const PARTS_PER_TOKEN = 20;
const ASCII_PARTS = 8;

/** Parts of a token per UTF-16 unit, from this code; the codes are multiples of 128. */
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
  // Surrogates, i.e. halves of four-byte characters: at most four tokens each, emoji up to three.
  [0xd800, 40],
  [0xe000, 60],
  [0xfe00, 45],
];
const CODES_PER_ENTRY_BITS = 7;
const PARTS = Uint8Array.from({ length: 0x1_0000 >> CODES_PER_ENTRY_BITS }, (_, entry) => {
  const code = entry << CODES_PER_ENTRY_BITS;
  return PARTS_FROM.findLast(([from]) => from <= code)?.[1] ?? 0;
});

/** How many characters of non-ASCII texts are scanned, some 15 ms; of the rest, each byte counts as a token. */
const MAX_SCANNED = 4_000_000;

/** The most tokens that texts together are likely to have. For ASCII, one token per 2.5 characters. */
export function heldTokens(texts: readonly string[]): number {
  let parts = 0;
  let charactersLeft = MAX_SCANNED;
  for (const text of texts) {
    const bytes = Buffer.byteLength(text);
    if (bytes === text.length) parts += bytes * ASCII_PARTS;
    else if (text.length > charactersLeft) parts += bytes * PARTS_PER_TOKEN;
    else {
      charactersLeft -= text.length;
      // No tokenizer makes more than one token per byte.
      parts += Math.min(partsOf(text), bytes * PARTS_PER_TOKEN);
    }
  }
  return Math.ceil(parts / PARTS_PER_TOKEN);
}

/**
 * The same for a text given as UTF-8 bytes.
 * @param isAscii whether all of them are ASCII; called only for many bytes
 */
export function heldTokensOfUtf8(bytes: Uint8Array, isAscii: (bytes: Uint8Array) => boolean): number {
  if (bytes.length <= MAX_SCANNED) return heldTokens([new TextDecoder().decode(bytes)]);
  return isAscii(bytes) ? heldTokensOfAscii(bytes.length) : bytes.length;
}

/** The same for this many ASCII characters: no text of as many characters has fewer. */
export function heldTokensOfAscii(characters: number): number {
  return Math.ceil((characters * ASCII_PARTS) / PARTS_PER_TOKEN);
}

function partsOf(text: string): number {
  let parts = 0;
  for (let at = 0; at < text.length; at += 1) parts += PARTS[text.charCodeAt(at) >> CODES_PER_ENTRY_BITS] ?? 0;
  return parts;
}
