/**
 * Weight of a text: how many characters of English have as many tokens. `estimateTokens` converts it to tokens. A
 * non-ASCII character is a larger part of a token than an English letter. The weights are between OpenAI's tokenizers
 * `o200k_base` and `cl100k_base`, whose counts are in the tests.
 */

/** Weights of a UTF-16 unit beyond that of ASCII, which is 1. Dyadic fractions, so that sums are exact. */
const OF_OTHER_SCRIPTS = 0.5;
const OF_EAST_ASIAN = 1.75;
/** Half of a two-unit character, mostly emoji. */
const OF_SURROGATES = 2.25;

const LAST_ASCII = 0x7f;
/** Radicals, kana, ideographs, Hangul, and their full-width forms. */
const FIRST_EAST_ASIAN = 0x2e80;
const FIRST_SURROGATE = 0xd800;
const LAST_SURROGATE = 0xdfff;

/** How many characters of one text, or of all texts of a list, are scanned: less than a millisecond. */
const MAX_SCANNED = 200_000;
const SLICES = 64;

/**
 * Returns numbers from 0 to 1 for the positions of the slices, so that no text can be crafted whose slices differ from
 * the rest.
 */
type Random = () => number;

/** The weight of one text. If it has more than 200,000 characters, evenly spaced slices are sampled. */
export function weightOf(text: string, random: Random = Math.random): number {
  return text.length <= MAX_SCANNED ? weightBetween(text, 0, text.length) : sampledWeight(text, MAX_SCANNED, random);
}

/** The total weight of texts. If they are long, slices of each are sampled, so that the time is bounded. */
export function weightOfAll(texts: readonly string[], random: Random = Math.random): number {
  const characters = texts.reduce((sum, text) => sum + text.length, 0);
  if (characters <= MAX_SCANNED) return texts.reduce((sum, text) => sum + weightBetween(text, 0, text.length), 0);
  const share = MAX_SCANNED / characters;
  return texts.reduce((sum, text) => sum + sampledWeight(text, Math.ceil(text.length * share), random), 0);
}

/** @param seen how many characters are scanned, above 0 unless the text is empty */
function sampledWeight(text: string, seen: number, random: Random): number {
  const { length } = text;
  if (seen >= length) return weightBetween(text, 0, length);
  const slices = Math.min(SLICES, seen);
  const each = Math.floor(seen / slices);
  let weight = 0;
  for (let slice = 0; slice < slices; slice += 1) {
    // Anywhere in its share of the text, continuing at the beginning past the end, so that all characters are equally
    // likely to be scanned.
    const from = Math.floor(((slice + random()) * length) / slices);
    const overflow = Math.max(0, from + each - length);
    weight += weightBetween(text, from, from + each - overflow) + weightBetween(text, 0, overflow);
  }
  return Math.round((weight / (slices * each)) * length);
}

function weightBetween(text: string, from: number, to: number): number {
  let weight = to - from;
  for (let at = from; at < to; at += 1) {
    const code = text.charCodeAt(at);
    if (code > LAST_ASCII) weight += beyondAscii(code);
  }
  return weight;
}

function beyondAscii(code: number): number {
  if (code < FIRST_EAST_ASIAN) return OF_OTHER_SCRIPTS;
  return code >= FIRST_SURROGATE && code <= LAST_SURROGATE ? OF_SURROGATES : OF_EAST_ASIAN;
}
