import type { Extracted } from './extracted';
import { decodePage } from './html/decode-page';
import { withHeading } from './html/escape-markdown';
import { htmlToMarkdown } from './html/html-to-markdown';
import { pruneHtml } from './html/prune-html';

/** A longer page is cut before it becomes a tree, which takes many times its size. */
const MAX_CHARACTERS = 8_000_000;

/** A page under its title, without its menus and what its readers do not see, as pages of the web are read. */
export function readPage(bytes: Uint8Array): Extracted {
  const page = decodePage(bytes, null, true, MAX_CHARACTERS);
  if ('problem' in page) return page;
  const seen = pruneHtml(page.text, 'left out');
  const { title, text, isCut } = htmlToMarkdown(seen.html);
  return { text: text.trim() === '' ? '' : withHeading(title, text), isCut: page.isCut || seen.isCut || isCut };
}
