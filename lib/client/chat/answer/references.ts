import type { Citation } from '../../stream-chat';
import { distinctSources } from './sources';

/** How a model cites a source, by its number from 0 (docs/api-rules.md, "Service options"). */
const REFERENCE = /\[REF\](\d+)\[\/REF\]/g;

/** The beginning of a reference at the end of a text that grows. */
const PARTIAL = /\[(?:R(?:E(?:F(?:\](?:\d+(?:\[(?:\/(?:R(?:E(?:F)?)?)?)?)?)?)?)?)?)?$/;

/**
 * Replaces an answer's references with links, numbered like the chips below it; references without a source are
 * removed.
 * @param growing hides a reference at the end of which only a part has arrived
 */
export function withReferences(text: string, citations: readonly Citation[] | undefined, growing = false): string {
  if (!citations) return text;
  const chips = distinctSources(citations);
  const whole = growing ? text.replace(PARTIAL, '') : text;
  return whole.replace(REFERENCE, (_, number: string) => {
    const source = citations[Number(number)];
    const address = source && addressOf(source.url);
    if (!source || address === null) return '';
    return ` [${chips.findIndex(({ url }) => url === source.url) + 1}](${address})`;
  });
}

/** An answer's text without its references, to be read aloud. */
export function withoutReferences(text: string, citations: readonly Citation[] | undefined): string {
  return citations ? text.replace(REFERENCE, '') : text;
}

/** An answer as Markdown for the clipboard: references as links, and the list of sources that explains them. */
export function copiedAnswer(text: string, citations: readonly Citation[] | undefined): string {
  if (!citations || citations.length === 0) return text;
  return `${withReferences(text, citations).trimEnd()}\n\nSources:\n\n${listedSources(citations)}\n`;
}

/** The sources as a numbered list in Markdown, numbered like the chips. */
export function listedSources(citations: readonly Citation[]): string {
  return distinctSources(citations)
    .map(({ title, url }, at) => `${at + 1}. ${title === '' ? '' : `${title} — `}<${url}>`)
    .join('\n');
}

/**
 * The source that a link of the answer stands for.
 * @param text the link's text
 * @param href its address as serialized by the browser
 * @returns the source with its number from 1; null for any other link
 */
export function sourceOfLink(
  text: string,
  href: string,
  chips: readonly Citation[],
): { source: Citation; number: number } | null {
  const number = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  const source = chips[number - 1];
  return source && addressOf(source.url) === escaped(href) ? { source, number } : null;
}

/** A web address as it is written into a link: it contains no space or bracket that would end the link. */
function addressOf(url: string): string | null {
  return /^https?:/i.test(url) && URL.canParse(url) ? escaped(new URL(url).href) : null;
}

const escaped = (href: string) => href.replaceAll('(', '%28').replaceAll(')', '%29');
