/** When a page says that it was published. */
import type { DateClues } from '../../../media/files/html/prune-html';

/** Names of `<meta>` elements with the date, the most reliable first. */
const META_NAMES = [
  'article:published_time',
  'datepublished',
  'og:published_time',
  'citation_publication_date',
  'dcterms.created',
  'dcterms.date',
  'dc.date.issued',
  'dc.date',
  'publishdate',
  'publish-date',
  'pubdate',
  'date',
];
/** Structured content has it as a member; the rest of it does not matter. */
const JSON_LD_DATE = /"datePublished"\s*:\s*"([^"]{4,40})"/;
/** A year first: dates in other orders mean different days in different countries. */
const ISO_DATE = /^(\d{4})-(\d{2})(?:-(\d{2}))?/;

/**
 * The date as ISO 8601: with the time if there is one, in UTC.
 * @returns empty if the page has none, or none that can be read
 */
export function findDate({ metas, jsonLd, time }: DateClues): string {
  const found = [...META_NAMES.map((name) => metas.get(name)), JSON_LD_DATE.exec(jsonLd)?.[1], time ?? undefined];
  for (const text of found) {
    const date = text === undefined ? '' : toIso(text.trim());
    if (date !== '') return date;
  }
  return '';
}

function toIso(text: string): string {
  if (/^\d{4}$/.test(text)) return text;
  const written = text.replaceAll('/', '-');
  const date = new Date(written);
  if (Number.isNaN(date.getTime()) || !ISO_DATE.test(date.toISOString())) return '';
  if (/^\d{4}-\d{2}(-\d{2})?$/.test(written)) return written;
  // Words such as `March 3, 2024` have no time; the local one would make another day of it.
  return /\d:\d/.test(written) ? date.toISOString() : dayOf(date);
}

function dayOf(date: Date): string {
  const two = (part: number) => String(part).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
