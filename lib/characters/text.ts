import { z } from 'zod';
import { hasMisleadingMarks, MISLEADING_TEXT_MESSAGE } from '../core/text/misleading-text';
import { keyOf } from './search-terms';

/** Limits for what an account writes. */
const MAX_NAME_CHARACTERS = 80;
const MAX_TAGS = 20;
const MAX_TAG_CHARACTERS = 30;
const MAX_MESSAGE_CHARACTERS = 2_000;
const MAX_LOCALE_CHARACTERS = 35;

/** Line breaks and tabs are allowed in multi-line texts. */
const CONTROL = /\p{Cc}/u;

/** Multi-line plain text, trimmed; may be empty. Never interpreted as HTML. */
export function Prose(max: number) {
  return z
    .string()
    .trim()
    .max(max, `Must have at most ${max} characters`)
    .refine((text) => !CONTROL.test(text.replace(/\r?\n|\t/g, '')), 'Must be plain text without control characters')
    .refine((text) => !hasMisleadingMarks(text), MISLEADING_TEXT_MESSAGE)
    .transform((text) => text.replaceAll('\r\n', '\n'));
}

/** One line of plain text, trimmed; may be empty. */
export function oneLine(max: number) {
  return z
    .string()
    .trim()
    .max(max, `Must have at most ${max} characters`)
    .refine((text) => !CONTROL.test(text), 'Must be one line of plain text without control characters')
    .refine((text) => !hasMisleadingMarks(text), MISLEADING_TEXT_MESSAGE);
}

/** The name of a character, 1 to 80 characters, at least one of them visible. */
export const Name = oneLine(MAX_NAME_CHARACTERS).refine(
  (text) => /[\p{L}\p{N}\p{S}\p{P}]/u.test(text),
  `Must have 1 to ${MAX_NAME_CHARACTERS} characters`,
);

const Tag = oneLine(MAX_TAG_CHARACTERS)
  .transform((text) => text.replace(/^#+\s*/, ''))
  .refine((text) => text !== '' && !text.includes(','), 'Must be 1 to 30 characters without a comma');

/** Tags of a character, at most 20; duplicates count once. A leading `#` is dropped. */
export const Tags = z
  .array(Tag)
  .max(MAX_TAGS, `Must have at most ${MAX_TAGS} tags`)
  .transform((tags) => [...new Map(tags.map((tag) => [keyOf(tag), tag])).values()]);

/** The message of a rating, at most 2,000 characters. */
export const Message = Prose(MAX_MESSAGE_CHARACTERS);

/** A language tag of BCP 47, e.g. `en-GB`. */
export const Locale = z
  .string()
  .max(MAX_LOCALE_CHARACTERS)
  .regex(/^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/, 'Must be a language tag, like en-GB');
