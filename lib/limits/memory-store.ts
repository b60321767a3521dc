import { clock } from '../platform/clock';
import { log } from '../platform/log';
import { processState } from '../platform/process-state';
import type { Rule } from './rules';

/** Subjects that one rule counts in one window. */
const MAX_SUBJECTS = 50_000;

/** What a count came to: `count` includes this one. */
export type Count = { count: number; resetsAtMs: number };

/** The counts of one rule in its current window. */
type Book = { startsAtMs: number; counts: Map<string, number>; full: boolean };

/**
 * Counts one more in the current window of a rule for a subject. Windows are fixed: they begin at whole multiples of
 * their length, so all counts of a rule end together and its book is thrown away once per window.
 *
 * A full book keeps every count that it has: dropping one would give that subject its attempts back, which is what
 * somebody with many addresses fills the book for. A subject that is not in it counts as over the limit (infinity)
 * until the window ends. So a flood can close the door of its own rule to newcomers for the rest of a window, and can
 * never open it; each rule has a book of its own, so filling the one of sign-up does not close sign-in.
 */
export function countInMemory(name: string, subject: string, { windowMs }: Rule): Count {
  const startsAtMs = Math.floor(clock.now() / windowMs) * windowMs;
  const resetsAtMs = startsAtMs + windowMs;
  const book = bookOf(name, startsAtMs);
  const before = book.counts.get(subject);
  if (before === undefined && book.counts.size >= MAX_SUBJECTS) {
    noteFull(name, book);
    return { count: Number.POSITIVE_INFINITY, resetsAtMs };
  }
  const count = (before ?? 0) + 1;
  book.counts.set(subject, count);
  return { count, resetsAtMs };
}

function bookOf(name: string, startsAtMs: number): Book {
  const books = processState('limits.books', () => new Map<string, Book>());
  const current = books.get(name);
  if (current?.startsAtMs === startsAtMs) return current;
  const fresh = { startsAtMs, counts: new Map<string, number>(), full: false };
  books.set(name, fresh);
  return fresh;
}

/** Once per window: those who are refused now did nothing, so the operator should know. */
function noteFull(name: string, book: Book): void {
  if (!book.full) log.warn({ rule: name, subjects: MAX_SUBJECTS }, 'a limit counts no newcomers until its window ends');
  book.full = true;
}
