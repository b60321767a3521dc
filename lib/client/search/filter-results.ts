import { DAY_MS } from '../../core/time';
import { hostOf } from './excerpt';
import type { SearchResult } from './types';

/** How old a result may be. */
export const AGES = ['day', 'week', 'month', 'year'] as const;
type Age = (typeof AGES)[number];

/** What a result is, as far as its address says. */
export const KINDS = ['page', 'document', 'code', 'media'] as const;
export type Kind = (typeof KINDS)[number];

/** Which results are shown. An empty member lets all through. */
export type ResultFilter = { age: Age | ''; site: string; kind: Kind | '' };

/** Lets everything through. */
export const NO_FILTER: ResultFilter = { age: '', site: '', kind: '' };

const DAYS: Record<Age, number> = { day: 1, week: 7, month: 31, year: 366 };

const DOCUMENT = /\.(?:pdf|docx?|pptx?|xlsx?|od[tps]|epub|rtf|csv|txt|md)$/i;
const MEDIA = /\.(?:mp3|mp4|m4a|webm|ogg|wav|mov|jpe?g|png|gif|webp|svg)$/i;
const CODE = /\.(?:[cm]?[jt]sx?|py|rs|go|java|kt|rb|php|cs|cpp|[ch]|sh|sql|ipynb)$/i;
const CODE_HOSTS = ['github.com', 'gitlab.com', 'codeberg.org', 'bitbucket.org', 'gist.github.com'];
const MEDIA_HOSTS = ['youtube.com', 'youtu.be', 'vimeo.com', 'soundcloud.com', 'commons.wikimedia.org'];

/** The kind of a result, by its address. Whatever is not on the web is a document of the operator's index. */
export function kindOf(url: string): Kind {
  const host = hostOf(url);
  if (host === null) return 'document';
  const { pathname } = new URL(url);
  if (DOCUMENT.test(pathname)) return 'document';
  if (MEDIA.test(pathname) || isOn(host, MEDIA_HOSTS)) return 'media';
  return CODE.test(pathname) || isOn(host, CODE_HOSTS) ? 'code' : 'page';
}

const isOn = (host: string, sites: readonly string[]) =>
  sites.some((site) => host === site || host.endsWith(`.${site}`));

/**
 * The results that pass, in their order.
 * @param nowMs for their age
 * @returns also how many are hidden only because nothing says when they were published
 */
export function filterResults(
  results: readonly SearchResult[],
  { age, site, kind }: ResultFilter,
  nowMs: number,
): { shown: SearchResult[]; undated: number } {
  const others = results.filter(
    ({ url }) => (site === '' || hostOf(url) === site) && (kind === '' || kindOf(url) === kind),
  );
  if (age === '') return { shown: others, undated: 0 };
  const since = nowMs - DAYS[age] * DAY_MS;
  return {
    shown: others.filter(({ date }) => Date.parse(date) >= since),
    undated: others.filter(({ date }) => Number.isNaN(Date.parse(date))).length,
  };
}

/** The sites of the results with how many each has, most first. */
export function sitesOf(results: readonly SearchResult[]): { site: string; count: number }[] {
  return countsOf(results.flatMap(({ url }) => hostOf(url) ?? [])).map(([site, count]) => ({ site, count }));
}

/** The kinds of the results with how many each has, most first. */
export function kindsOf(results: readonly SearchResult[]): { kind: Kind; count: number }[] {
  return countsOf(results.map(({ url }) => kindOf(url))).map(([kind, count]) => ({ kind, count }));
}

function countsOf<T extends string>(values: readonly T[]): [T, number][] {
  const counts = new Map<T, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort(([a, many], [b, few]) => few - many || (a < b ? -1 : 1));
}
