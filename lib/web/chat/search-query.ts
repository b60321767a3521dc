/** Maximum length of a query. Source: docs/api-rules.md, "Service options". */
const MAX_QUERY_CHARACTERS = 400;
/** A question of so many words may only make sense after the one before it. */
const SHORT_WORDS = 8;
/** An earlier question is added only if it is short: it is there for its subject. */
const MAX_SUBJECT_CHARACTERS = 120;
/** How much of a message is read: its question is at its start or its end. */
const MAX_READ_CHARACTERS = 20_000;

const REFERS_BACK =
  /\b(it|its|they|them|their|he|him|his|she|her|that|this|those|these|there|then|one|same|else)\b|^(and|but|or|what about|how about|why|really|more)\b/iu;

/**
 * The query for a search, made from the user's messages: what the last one asks, and before it the earlier question if
 * that is short and the last one refers to it. At most 400 characters on one line; empty if there is nothing to search
 * for.
 * @param messages texts of the user's messages, the oldest first
 */
export function searchQueryOf(messages: readonly string[]): string {
  const question = questionOf(messages.at(-1) ?? '');
  const earlier = questionOf(messages.at(-2) ?? '');
  const isFollowUp =
    question !== '' &&
    earlier !== '' &&
    earlier.length <= MAX_SUBJECT_CHARACTERS &&
    question.split(' ').length <= SHORT_WORDS &&
    REFERS_BACK.test(question);
  return cutAtWord(isFollowUp ? `${earlier} ${question}` : question, MAX_QUERY_CHARACTERS);
}

/** A message as a question: without code, quoted lines, and line breaks; of a long one its last question. */
function questionOf(message: string): string {
  const ends =
    message.length > 2 * MAX_READ_CHARACTERS
      ? `${message.slice(0, MAX_READ_CHARACTERS)}\n${message.slice(-MAX_READ_CHARACTERS)}`
      : message;
  const text = ends
    .replace(/```[\s\S]*?(?:```|$)/gu, ' ')
    .replace(/^[ \t]*>.*$/gmu, ' ')
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim();
  if (text.length <= MAX_QUERY_CHARACTERS) return text;
  const last = lastQuestionOf(text);
  return last.length > 0 && last.length <= MAX_QUERY_CHARACTERS ? last : text;
}

/** The last sentence that ends with a question mark; empty if there is none. */
function lastQuestionOf(text: string): string {
  const end = text.lastIndexOf('?');
  if (end < 0) return '';
  const start = Math.max(...['.', '!', '?'].map((mark) => text.lastIndexOf(mark, end - 1)));
  return end === 0 ? '' : text.slice(start + 1, end + 1).trim();
}

function cutAtWord(text: string, max: number): string {
  if (text.length <= max) return text;
  // Half of a character of two units is no text.
  const cut = text.slice(0, max).replace(/[\ud800-\udbff]$/, '');
  const end = cut.lastIndexOf(' ');
  return (end > max / 2 ? cut.slice(0, end) : cut).trim();
}
