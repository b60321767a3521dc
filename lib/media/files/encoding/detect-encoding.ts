import { IS_COMMON, type Script } from './common-characters';
import { sampleOf } from './sample';

/** Encodings that a text may have without saying so, apart from UTF-8 and Windows-1252, and what is written in them. */
const EAST_ASIAN: readonly [encoding: string, script: Script][] = [
  ['shift_jis', 'japanese'],
  ['euc-jp', 'japanese'],
  ['gb18030', 'chinese'],
  ['big5', 'chinese'],
  ['euc-kr', 'korean'],
];
const SINGLE_BYTE: readonly [encoding: string, script: Script][] = [
  ['windows-1251', 'cyrillic'],
  ['koi8-r', 'cyrillic'],
  ['ibm866', 'cyrillic'],
  ['iso-8859-5', 'cyrillic'],
];

/**
 * Least shares of frequent characters. In the right encoding, texts have more than half of them, and more than two thirds
 * of the letters in Cyrillic; in a wrong one, less than an eighth, and two fifths.
 */
const EAST_ASIAN_SHARE = 0.3;
const CYRILLIC_SHARE = 0.55;
/** How much more than the next encoding the right one must have. */
const MARGIN = 1.25;
/** A text in UTF-8 of which few characters are damaged. */
const WHOLE_PER_DAMAGED = 5;
const MAX_DAMAGED_SHARE = 0.03;
/** In Western languages, letters with accents stand alone or in pairs among others. */
const WESTERN_SHARE = 0.6;
const WESTERN_RUN = 2;
const MAX_SIGNS = 3;
/** Bytes that are nothing in Windows-1252. */
const UNASSIGNED = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d]);
/** In fewer characters, a wrong encoding may have frequent ones by chance. */
const MIN_CHARACTERS = 4;
const MIN_LETTERS = 6;
/** The first byte that is a letter in Windows-1252. */
const FIRST_LETTER = 0xc0;

/** Punctuation and forms that texts of several scripts share: they say nothing. */
const NEUTRAL = /[\u00a0\u00ab\u00bb\u2010-\u203b\u2116\u3000-\u3020\uff01-\uff5e]/;

/**
 * The encoding of a text that declares none and is not valid UTF-8: Shift-JIS, EUC-JP, GB18030, Big5, EUC-KR, Windows-1251,
 * KOI8-R, IBM866, ISO-8859-5, UTF-8 with some damage, or Windows-1252, as which any bytes can be read. Takes time in
 * proportion to the bytes up to the first 32 KB of lines that are not ASCII, and some milliseconds for those.
 * @returns a label for `TextDecoder`; null if it is not recognized
 */
export function detectEncoding(bytes: Uint8Array): string | null {
  const sample = sampleOf(bytes);
  if (isDamagedUtf8(sample)) return 'utf-8';
  if (westernShare(sample) >= WESTERN_SHARE) return 'windows-1252';
  return (
    best(sample, EAST_ASIAN, { share: EAST_ASIAN_SHARE, characters: MIN_CHARACTERS }) ??
    best(sample, SINGLE_BYTE, { share: CYRILLIC_SHARE, characters: MIN_LETTERS })
  );
}

function isDamagedUtf8(sample: Uint8Array): boolean {
  const characters = decode('utf-8', sample).match(/[^\0-\x7f]/gu) ?? [];
  const damaged = characters.filter((character) => character === '\ufffd').length;
  return characters.length - damaged >= WHOLE_PER_DAMAGED * damaged;
}

/**
 * The share of the letters with accents that stand alone, or two of them beside a letter without one; 1 if there are only
 * signs, such as quotes. Many different signs together are no signs.
 */
function westernShare(sample: Uint8Array): number {
  let letters = 0;
  let western = 0;
  for (let at = 0; at < sample.length; at += 1) {
    if (isAscii(sample[at])) continue;
    const begin = at;
    while (at < sample.length && !isAscii(sample[at])) at += 1;
    const run = sample.subarray(begin, at);
    const isNoWord = run.length > MAX_SIGNS && run.some((byte) => byte !== run[0]);
    if (isNoWord || run.some((byte) => UNASSIGNED.has(byte))) {
      letters += run.length;
      continue;
    }
    const accented = run.filter((byte) => byte >= FIRST_LETTER).length;
    const isBeside = isAsciiLetter(sample[begin - 1]) || isAsciiLetter(sample[at]);
    letters += accented;
    if (run.length === 1 || (run.length <= WESTERN_RUN && isBeside)) western += accented;
  }
  return letters === 0 ? 1 : western / letters;
}

const isAscii = (byte = 0) => byte < 0x80;
const isAsciiLetter = (byte = 0) => (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a);

/** The encoding with the largest share of frequent characters, if it is large enough and clearly the largest. */
function best(
  sample: Uint8Array,
  encodings: readonly (readonly [encoding: string, script: Script])[],
  least: { share: number; characters: number },
): string | null {
  const scored = encodings.map(([encoding, script]) => {
    const { considered, damaged, common } = count(decode(encoding, sample), IS_COMMON[script]);
    const isDamaged = damaged > considered * MAX_DAMAGED_SHARE;
    return { encoding, share: considered < least.characters || isDamaged ? 0 : common / considered };
  });
  const [first, second] = scored.sort((one, other) => other.share - one.share);
  if (!first || first.share < least.share || first.share < MARGIN * (second?.share ?? 0)) return null;
  return first.encoding;
}

/** Counts the characters of a text that are neither ASCII nor neutral; a capital after a small letter is damage, too. */
function count(
  text: string,
  isCommon: (character: string) => boolean,
): { considered: number; damaged: number; common: number } {
  let [considered, common] = [0, 0];
  let damaged = text.match(/(?=[^\0-\x7f])\p{Ll}(?=[^\0-\x7f])\p{Lu}/gu)?.length ?? 0;
  for (const character of text) {
    if (character <= '\x7f' || NEUTRAL.test(character)) continue;
    considered += 1;
    if (character === '\ufffd') damaged += 1;
    else if (isCommon(character)) common += 1;
  }
  return { considered, damaged, common };
}

function decode(encoding: string, sample: Uint8Array): string {
  return new TextDecoder(encoding).decode(sample);
}
