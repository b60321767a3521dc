/** The text of a book in reading order. Source: EPUB 3.3, OCF and package documents. */
import type { Enough, Extracted } from './extracted';
import { htmlToMarkdown } from './html/html-to-markdown';
import type { Archive } from './read-archive';
import { scanHtml } from './html/scan-html';

/** Files that a protected book has besides its encrypted pages. */
const RIGHTS = ['META-INF/rights.xml', 'META-INF/license.lcpl'];
/** No real book has more. */
const MAX_PAGES = 10_000;

/** Markdown of the pages in the package's spine, until it is enough. */
export function readEpub(archive: Archive, isEnough: Enough): Extracted {
  if (RIGHTS.some((name) => archive.has(name))) return { problem: 'protected' };
  const [root] = elementsIn(textOf(archive, 'META-INF/container.xml') ?? '', /^rootfile$/);
  const packagePath = root?.attributes.get('full-path');
  if (!packagePath) return { problem: 'damaged' };
  const pages = spineOf(archive, packagePath);
  if (pages.length === 0) return { problem: 'damaged' };
  let text = '';
  let isCut = false;
  for (const page of pages) {
    if (isEnough(text)) return { text, isCut: true };
    const content = textOf(archive, page);
    if (content === null) continue;
    const read = htmlToMarkdown(content);
    text += `${read.text}\n\n`;
    isCut ||= read.isCut;
  }
  return { text, isCut };
}

/** Names in the archive, in reading order. */
function spineOf(archive: Archive, packagePath: string): string[] {
  const source = textOf(archive, packagePath);
  if (source === null) return [];
  const items = new Map<string, string>();
  const order: string[] = [];
  for (const { name, attributes } of elementsIn(source, /^item(ref)?$/)) {
    if (name === 'item') items.set(attributes.get('id') ?? '', attributes.get('href') ?? '');
    else if (order.length < MAX_PAGES) order.push(attributes.get('idref') ?? '');
  }
  const folder = packagePath.includes('/') ? packagePath.slice(0, packagePath.lastIndexOf('/') + 1) : '';
  return order.map((id) => items.get(id)).flatMap((href) => (href ? [resolvePath(folder, decodeEntities(href))] : []));
}

/** Start tags of these elements. No tree is built: parsers take quadratic time for deep ones. */
function* elementsIn(source: string, wanted: RegExp) {
  for (const piece of scanHtml(source)) if (piece.type === 'open' && wanted.test(piece.name)) yield piece;
}

/** Decodes the only entity that addresses contain. */
function decodeEntities(address: string): string {
  return address.replace(/&amp;/g, '&');
}

/** Resolves a relative address to a name in the archive. */
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

function textOf(archive: Archive, name: string): string | null {
  const bytes = archive.get(name);
  return bytes ? new TextDecoder().decode(bytes) : null;
}
