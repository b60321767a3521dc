import { parseHTML } from 'linkedom';
import TurndownService from 'turndown';

/** What is no text of a page. */
const LEFT_OUT = 'script, style, noscript, template, svg, canvas, iframe, object, link, meta, input, button, select';

/** What frames a page; the parser below needs it, and pages may lack any of it. */
const FRAME = /<!doctype[^>]*>|<\/?(?:html|head|body)(?=[\s>/])[^>]*>|<\?xml[^>]*>/gi;

/**
 * A page as Markdown: headings, lists, links, code, tables. Scripts, styles and pictures are left out; a picture's
 * description stays. Nothing is fetched.
 */
export function htmlToMarkdown(html: string): { title: string; text: string } {
  const { document } = parseHTML(`<!doctype html><html><body>${html.replace(FRAME, '')}</body></html>`);
  const titles = [...document.querySelectorAll('title')];
  const title = titles[0]?.textContent?.trim() ?? '';
  for (const element of [...titles, ...document.querySelectorAll(LEFT_OUT)]) element.remove();
  return { title, text: converter().turndown(document.body) };
}

function converter(): TurndownService {
  const service = new TurndownService({ headingStyle: 'atx', codeBlockStyle: 'fenced', bulletListMarker: '-' });
  service.addRule('picture', {
    filter: 'img',
    replacement: (_, node) => (isElement(node) ? (node.getAttribute('alt') ?? '') : ''),
  });
  service.addRule('link', {
    filter: (node) => node.nodeName === 'A',
    replacement: (content, node) => linkOf(content, isElement(node) ? (node.getAttribute('href') ?? '') : ''),
  });
  service.addRule('cell', {
    filter: ['th', 'td'],
    replacement: (content) => ` ${content.trim().replace(/\|/g, '\\|').replace(/\s+/g, ' ')} |`,
  });
  service.addRule('row', { filter: 'tr', replacement: (content, node) => rowOf(content, node) });
  service.addRule('table', { filter: 'table', replacement: (content) => `\n\n${content.trim()}\n\n` });
  return service;
}

/** A link that leads out of the page; inside it, and where scripts or bytes stand in the address, its text is enough. */
function linkOf(content: string, href: string): string {
  const text = content.trim();
  return /^https?:|^mailto:/i.test(href) && text !== '' ? `[${text}](${href.replace(/[\s()]/g, encodeURI)})` : content;
}

/** A row of a table; behind the first one comes the line that makes it a head. */
function rowOf(content: string, node: Node): string {
  if (!isElement(node)) return content;
  const isFirst = node.closest('table')?.querySelector('tr') === node;
  const rule = isFirst ? `\n|${' --- |'.repeat(Math.max(1, node.children.length))}` : '';
  return `\n|${content}${rule}`;
}

function isElement(node: Node): node is Element {
  return node.nodeType === 1;
}
