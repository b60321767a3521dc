/**
 * Weight of a text: how many characters of English have as many tokens. `estimateTokens` makes tokens of it. A character
 * beyond ASCII is more of a token than a letter of English. The weights lie between OpenAI's tokenizers `o200k_base` and
 * `cl100k_base`, whose counts are in the tests.
 */

/** Weights of a UTF-16 unit beyond that of ASCII, which is 1. Fractions of two, so that sums are exact. */
const OF_OTHER_SCRIPTS = 0.5;
const OF_EAST_ASIAN = 1.75;
/** Half of a character of two units: emoji, above all. */
const OF_SURROGATES = 2.25;

const LAST_ASCII = 0x7f;
/** Radicals, kana, ideographs, Hangul, and their full-width forms. */
const FIRST_EAST_ASIAN = 0x2e80;
const FIRST_SURROGATE = 0xd800;
const LAST_SURROGATE = 0xdfff;

/** Of one text, or of all texts of a list, so many characters are looked at: less than a millisecond. */
const MAX_SEEN = 200_000;
const SLICES = 64;

/** Numbers from 0 up to 1 say where the slices lie: nobody can write a text whose slices differ from the rest of it. */
type Random = () => number;

/** The weight of one text. Where it has more than 200,000 characters, evenly spaced slices are sampled. */
export function weightOf(text: string, random: Random = Math.random): number {
  return text.length <= MAX_SEEN ? weightBetween(text, 0, text.length) : sampledWeight(text, MAX_SEEN, random);
}

/** The weight of texts together. Where they are long, slices of each are sampled, so that the time is bounded. */
export function weightOfAll(texts: readonly string[], random: Random = Math.random): number {
  const characters = texts.reduce((sum, text) => sum + text.length, 0);
  if (characters <= MAX_SEEN) return texts.reduce((sum, text) => sum + weightBetween(text, 0, text.length), 0);
  const share = MAX_SEEN / characters;
  return texts.reduce((sum, text) => sum + sampledWeight(text, Math.ceil(text.length * share), random), 0);
}

/** @param seen how many characters are looked at, more than none where the text has any */
function sampledWeight(text: string, seen: number, random: Random): number {
  const { length } = text;
  if (seen >= length) return weightBetween(text, 0, length);
  const slices = Math.min(SLICES, seen);
  const each = Math.floor(seen / slices);
  let weight = 0;
  for (let slice = 0; slice < slices; slice += 1) {
    // Anywhere in its share of the text, and on from the beginning where the text ends: no character is likelier seen.
    const from = Math.floor(((slice + random()) * length) / slices);
    const over = Math.max(0, from + each - length);
    weight += weightBetween(text, from, from + each - over) + weightBetween(text, 0, over);
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
