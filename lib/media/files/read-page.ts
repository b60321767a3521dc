import { decodeText } from './decode-text';
import type { Extracted } from './extracted';
import { withHeading } from './html/escape-markdown';
import { htmlToMarkdown } from './html/html-to-markdown';
import { pruneHtml } from './html/prune-html';

/** A longer page is cut before it becomes a tree, which takes many times its size. */
const MAX_CHARACTERS = 8_000_000;

/** A page under its title, without its menus and what its readers do not see, as pages of the web are read. */
export function readPage(bytes: Uint8Array): Extracted {
  const page = decodeText(bytes, MAX_CHARACTERS);
  if (page === null) return { problem: 'unsupported' };
  const seen = pruneHtml(page.text, 'left out');
  const { title, text, isCut } = htmlToMarkdown(seen.html);
  return { text: text.trim() === '' ? '' : withHeading(title, text), isCut: page.isCut || seen.isCut || isCut };
}
