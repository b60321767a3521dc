import { decodeText } from './decode-text';
import type { Extracted } from './extracted';
import { htmlToMarkdown } from './html-to-markdown';

/** A longer page is cut before it becomes a tree, which takes many times its size. */
const MAX_CHARACTERS = 8_000_000;

/** A page under its title, unless it already begins with it. */
export function readPage(bytes: Uint8Array): Extracted {
  const page = decodeText(bytes, MAX_CHARACTERS);
  if (page === null) return { problem: 'unsupported' };
  const { title, text, isCut } = htmlToMarkdown(page.text);
  const head = title === '' || text.slice(0, title.length + HEADING_MARK).includes(title) ? '' : `# ${title}\n\n`;
  return { text: text.trim() === '' ? '' : head + text, isCut: page.isCut || isCut };
}

/** Characters that may precede the text of a heading. */
const HEADING_MARK = 7;
