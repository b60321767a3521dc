import { decodeText } from './decode-text';
import type { Extracted } from './extracted';
import { withHeading } from './html/escape-markdown';
import { htmlToMarkdown } from './html/html-to-markdown';

/** A longer page is cut before it becomes a tree, which takes many times its size. */
const MAX_CHARACTERS = 8_000_000;

/** A page under its title, unless it already begins with it. */
export function readPage(bytes: Uint8Array): Extracted {
  const page = decodeText(bytes, MAX_CHARACTERS);
  if (page === null) return { problem: 'unsupported' };
  const { title, text, isCut } = htmlToMarkdown(page.text);
  return { text: text.trim() === '' ? '' : withHeading(title, text), isCut: page.isCut || isCut };
}
