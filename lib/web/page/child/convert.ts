import { htmlToMarkdown } from '../../../media/files/html/html-to-markdown';
import { cutAt } from '../../../media/files/decode-text';
import { decodePage } from '../../../media/files/html/decode-page';
import { findArticle } from './find-article';
import { findDate } from './find-date';
import type { PageAnswer, PageJob, PageText } from './jobs';
import { pruneHtml } from '../../../media/files/html/prune-html';

const MAX_TITLE_CHARACTERS = 500;
/** Longer pages are cut before they are scanned. */
const MAX_SOURCE_CHARACTERS = 5_000_000;

/** A page with a field for a password and fewer characters than this is the form of a sign-in, with its hints. */
const MIN_CHARACTERS_BESIDE_PASSWORD = 600;

/** Makes Markdown of a page, in a process that was started for it. */
export function convert({ bytes, kind, charset, url, maxCharacters }: PageJob): PageAnswer {
  const source = decodePage(bytes, charset, kind === 'html', bytes.length);
  if ('problem' in source) return source;
  const { text } = source;
  const page = kind === 'html' ? readHtml(text.slice(0, MAX_SOURCE_CHARACTERS), url) : readText(text, kind);
  const markdown = tidy(page.markdown);
  if (page.asksForPassword && withoutAddresses(markdown).length < MIN_CHARACTERS_BESIDE_PASSWORD) {
    return { problem: 'sign_in', links: page.links };
  }
  if (markdown === '') return { problem: 'empty', links: page.links };
  return {
    title: page.title.slice(0, MAX_TITLE_CHARACTERS),
    date: page.date,
    markdown: cutAt(markdown, maxCharacters),
    isCut: page.isCut || markdown.length > maxCharacters,
    links: page.links,
  };
}

function readHtml(source: string, url: string): PageText & { asksForPassword: boolean } {
  const { html, clues, isCut, asksForPassword } = pruneHtml(source);
  const article = findArticle(html, url);
  const { text, isCut: isTextCut } = htmlToMarkdown(article.html);
  const { title, links } = article;
  return { title, markdown: text, date: findDate(clues), isCut: isCut || isTextCut, links, asksForPassword };
}

/** Markdown without where its links lead, which the readers of the page do not see. */
function withoutAddresses(markdown: string): string {
  return markdown.replace(/\]\([^()\s]*\)/g, ']');
}

/** Text stays as it is; other formats become a block of code. */
function readText(source: string, kind: 'text' | 'json' | 'xml'): PageText & { asksForPassword: boolean } {
  const text = source.replace(/\r\n?/g, '\n').trim();
  const title = kind === 'text' ? (/^# (.{1,500})$/m.exec(text.slice(0, 2_000))?.[1] ?? '').trim() : '';
  const markdown = kind === 'text' || text === '' ? text : asCode(text, kind);
  return { title, markdown, date: '', isCut: false, links: [], asksForPassword: false };
}

/** A block of code whose mark is longer than any in the text. */
function asCode(text: string, language: string): string {
  const longest = (text.match(/`{3,}/g) ?? []).reduce((most, { length }) => Math.max(most, length), 2);
  const mark = '`'.repeat(longest + 1);
  return `${mark}${language}\n${text}\n${mark}`;
}

function tidy(markdown: string): string {
  return markdown
    .replace(/[\0-\x08\x0b\x0e-\x1f\x7f]/g, '')
    .replace(/[ \t]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
