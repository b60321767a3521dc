import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';

/**
 * The article of a page as HTML with absolute links, and its title; an empty article if none was found. `links` are those
 * of the whole page.
 */
export type Article = { title: string; html: string; links: readonly string[] };

/** Links that are kept of a page, the length of each, and of all: a long `<base>` would be in each. */
const MAX_LINKS = 2_000;
const MAX_LINK_CHARACTERS = 2_000;
const MAX_LINKS_CHARACTERS = 300_000;

/** Menus, and what is around the content of a page. */
const MENUS = 'nav, [role=navigation], [role=banner], [role=contentinfo]';
/** May be a part of an article, so these are left out only if none is found. */
const AROUND = 'header, footer, aside';

/**
 * Finds the article of a page; for a page without one, everything but its menus.
 * @param html pruned, so that parsing takes little time
 * @param url the address of the page
 */
export function findArticle(html: string, url: string): Article {
  const { document } = parseHTML(withRoot(html));
  makeLinksAbsolute(document, url);
  const links = linksOf(document);
  const title = titleOf(document);
  // Of a page with few words, the search for an article takes everything, with its menus.
  for (const element of document.querySelectorAll(MENUS)) element.remove();
  // It changes the document that it gets, and its second choice needs the original.
  const found = new Readability(parseHTML(document.toString()).document, { disableJSONLD: true }).parse();
  if (found?.content && found.textContent?.trim()) {
    return { title: found.title?.trim() || title, html: found.content, links };
  }
  for (const element of document.querySelectorAll(AROUND)) element.remove();
  return { title, html: document.body.innerHTML, links };
}

/** The parser needs a root, a head, and a body that holds what pages without one begin with: pages may leave out their tags. */
function withRoot(html: string): string {
  const at = html.search(/<body[\s>]/i);
  if (at < 0) return `<!doctype html><html><head></head><body>${html}</body></html>`;
  const head = html.slice(0, at).replace(/<\/?(html|head)(\s[^>]*)?>/gi, '');
  return `<!doctype html><html><head>${head}</head>${html.slice(at)}`;
}

function titleOf(document: Document): string {
  const title = document.querySelector('title')?.textContent ?? document.querySelector('h1')?.textContent ?? '';
  return title.replace(/\s+/g, ' ').trim();
}

/** Where the links of a page lead, once they are absolute. */
function linksOf(document: Document): string[] {
  const links = new Set<string>();
  let characters = 0;
  for (const link of document.querySelectorAll('a')) {
    const [href = ''] = link.getAttribute('href')?.split('#') ?? [];
    if (!/^https?:/.test(href) || href.length > MAX_LINK_CHARACTERS || links.has(href)) continue;
    characters += href.length;
    if (links.size >= MAX_LINKS || characters > MAX_LINKS_CHARACTERS) break;
    links.add(href);
  }
  return [...links];
}

function makeLinksAbsolute(document: Document, url: string): void {
  const written = document.querySelector('base')?.getAttribute('href') ?? '';
  const base = URL.canParse(written, url) ? new URL(written, url).href : url;
  for (const link of document.querySelectorAll('a')) {
    const href = link.getAttribute('href');
    if (href === null) continue;
    // Links within the page lead nowhere in its text.
    if (href.startsWith('#') || !URL.canParse(href, base)) link.removeAttribute('href');
    else link.setAttribute('href', new URL(href, base).href);
  }
}
