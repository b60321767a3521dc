import { parseHTML } from 'linkedom';
import TurndownService from 'turndown';
import { boundHtml } from './bound-html';
import { escapeTags } from './escape-markdown';

const MAX_TITLE_CHARACTERS = 1_000;

/**
 * A page as Markdown: headings, lists, links, code, tables. Scripts, styles, and pictures are left out; a picture's
 * description stays. Text that looks like HTML is escaped. Nothing is fetched. Its time is limited: see `bound-html.ts`.
 * @returns `isCut` if the page has more text or elements than are read
 */
export function htmlToMarkdown(source: string): { title: string; text: string; isCut: boolean } {
  const { html, title, isCut } = boundHtml(source);
  const { document } = parseHTML(`<!doctype html><html><body>${html}</body></html>`);
  // The parser makes a node of each entity, and what has to be escaped depends on what is beside it.
  document.body.normalize();
  return { title: plainTextOf(title), text: converter().turndown(document.body), isCut };
}

/** Text with its entities replaced. */
function plainTextOf(source: string): string {
  const { document } = parseHTML(
    `<!doctype html><html><body>${source.slice(0, MAX_TITLE_CHARACTERS).replace(/</g, '&lt;')}</body></html>`,
  );
  return document.body.textContent.trim();
}

function converter(): TurndownService {
  const service = new TurndownService({ headingStyle: 'atx', codeBlockStyle: 'fenced', bulletListMarker: '-' });
  const escape = service.escape.bind(service);
  service.escape = (text) => escapeTags(escape(text));
  const begun = new WeakSet<Node>();
  const counts = new WeakMap<Node, number>();
  service.addRule('picture', {
    filter: 'img',
    replacement: (_, node) => (isElement(node) ? service.escape(node.getAttribute('alt') ?? '') : ''),
  });
  service.addRule('link', {
    filter: (node) => node.nodeName === 'A',
    replacement: (content, node) => linkOf(content, isElement(node) ? (node.getAttribute('href') ?? '') : ''),
  });
  service.addRule('cell', {
    filter: ['th', 'td'],
    replacement: (content) => ` ${content.trim().replace(/\|/g, '\\|').replace(/\s+/g, ' ')} |`,
  });
  service.addRule('row', { filter: 'tr', replacement: (content, node) => rowOf(content, node, begun) });
  service.addRule('item', { filter: 'li', replacement: (content, node) => itemOf(content, node, counts) });
  service.addRule('table', { filter: 'table', replacement: (content) => `\n\n${content.trim()}\n\n` });
  return service;
}

/** A link to another page. For links within the page, and addresses with scripts or bytes, the text is enough. */
function linkOf(content: string, href: string): string {
  const text = content.trim();
  return /^https?:|^mailto:/i.test(href) && text !== ''
    ? `[${text}](${href.replace(UNSAFE_IN_ADDRESS, percentOf)})`
    : content;
}

/** What would end the address of a link, or begin a tag after it. */
const UNSAFE_IN_ADDRESS = /[\s()<>]/g;

const percentOf = (character: string): string =>
  /[()]/.test(character) ? `%${character.charCodeAt(0).toString(16)}` : encodeURIComponent(character);

/** Items are counted as they come: the library searches for each one among all, which takes quadratic time. */
function itemOf(content: string, node: Node, counts: WeakMap<Node, number>): string {
  const parent = node.parentNode;
  const count = (parent && counts.get(parent)) ?? 0;
  if (parent) counts.set(parent, count + 1);
  const start = parent && isElement(parent) && parent.nodeName === 'OL' ? parent.getAttribute('start') : null;
  const mark = parent?.nodeName === 'OL' ? `${(Number(start) || 1) + count}.  ` : '-   ';
  const text = content.replace(/^\n+/, '').replace(/\n+$/, (end) => (end.length > 1 ? '\n' : ''));
  return `${mark}${text.replace(/\n/g, `\n${' '.repeat(mark.length)}`)}${node.nextSibling ? '\n' : ''}`;
}

/** A row of a table; after the first one comes the line that makes it a header. */
function rowOf(content: string, node: Node, begun: WeakSet<Node>): string {
  if (!isElement(node)) return content;
  const table = node.closest('table');
  // Rows come in order: searching for the first one of a table each time would take quadratic time.
  const isFirst = table !== null && !begun.has(table);
  if (table) begun.add(table);
  const rule = isFirst ? `\n|${' --- |'.repeat(Math.max(1, node.children.length))}` : '';
  return `\n|${content}${rule}`;
}

function isElement(node: Node): node is Element {
  return node.nodeType === 1;
}
