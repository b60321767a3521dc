/** The text of a book in the order in which it is read. Source: EPUB 3.3, OCF and package documents. */
import { DOMParser } from 'linkedom';
import type { Enough, Extracted } from './extracted';
import { htmlToMarkdown } from './html-to-markdown';
import type { Archive } from './read-archive';

/** Files that a protected book has besides its encrypted pages. */
const RIGHTS = ['META-INF/rights.xml', 'META-INF/license.lcpl'];
/** Beyond this a book is no book. */
const MAX_PAGES = 10_000;

/** Markdown of the pages that the package lists in its spine, until it is enough. */
export function readEpub(archive: Archive, isEnough: Enough): Extracted {
  if (RIGHTS.some((name) => archive.has(name))) return { problem: 'protected' };
  const container = parse(textOf(archive, 'META-INF/container.xml') ?? '');
  const packagePath = container.querySelector('rootfile')?.getAttribute('full-path');
  if (!packagePath) return { problem: 'damaged' };
  const pages = spineOf(archive, packagePath);
  if (pages.length === 0) return { problem: 'damaged' };
  let text = '';
  for (const page of pages) {
    if (isEnough(text)) return { text, isCut: true };
    const content = textOf(archive, page);
    if (content !== null) text += `${htmlToMarkdown(content).text}\n\n`;
  }
  return { text };
}

/** Names in the archive, in reading order. */
function spineOf(archive: Archive, packagePath: string): string[] {
  const source = textOf(archive, packagePath);
  if (source === null) return [];
  const book = parse(source);
  const items = new Map<string, string>();
  for (const item of book.querySelectorAll('manifest > item')) {
    items.set(item.getAttribute('id') ?? '', item.getAttribute('href') ?? '');
  }
  const folder = packagePath.includes('/') ? packagePath.slice(0, packagePath.lastIndexOf('/') + 1) : '';
  return [...book.querySelectorAll('spine > itemref')]
    .slice(0, MAX_PAGES)
    .map((reference) => items.get(reference.getAttribute('idref') ?? ''))
    .flatMap((href) => (href ? [resolvePath(folder, href)] : []));
}

/** A relative address as a name in the archive. */
function resolvePath(folder: string, href: string): string {
  const base = new URL(folder, 'http://book.invalid/');
  if (!URL.canParse(href, base)) return href;
  const { pathname } = new URL(href, base);
  try {
    return decodeURIComponent(pathname).slice(1);
  } catch {
    return pathname.slice(1);
  }
}

/** linkedom reads no document type: entities of the document's own are not replaced, and nothing is fetched. */
function parse(source: string) {
  return new DOMParser().parseFromString(source, 'text/xml');
}

function textOf(archive: Archive, name: string): string | null {
  const bytes = archive.get(name);
  return bytes ? new TextDecoder().decode(bytes) : null;
}
