import { excerptOf, shorten, titleOf } from './excerpt';
import type { SearchResult } from './types';

/** The most sources that go into a draft, and the most characters of all of them together. */
export const MAX_SOURCES = 10;
const MAX_CHARACTERS = 24_000;

/** A result, with the text of its page if that was read. */
type Source = Pick<SearchResult, 'title' | 'url' | 'content'> & { page?: string };

/**
 * A message that asks a model about results: the query, then each source with its number, its address, and its title and
 * text as a quotation, whose addresses are not read. All sources share the length evenly.
 */
export function askDraft(query: string, sources: readonly Source[]): string {
  const taken = sources.slice(0, MAX_SOURCES);
  const share = Math.floor(MAX_CHARACTERS / Math.max(1, taken.length));
  const parts = taken.map((source, at) => {
    const text = source.page === undefined ? excerptOf(source.content) : shorten(source.page.trim(), share);
    return [`${at + 1}. ${source.url}`, ...quoted(titleOf(source)), ...quoted(text)].join('\n');
  });
  const request = 'Answer from the sources below, and name the number of each source that you use.';
  return [query.trim(), request, ...parts].join('\n\n');
}

function quoted(text: string): string[] {
  return text === '' ? [] : text.split('\n').map((line) => `> ${line}`.trimEnd());
}
