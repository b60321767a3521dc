import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT } from './run.mjs';

/*
 * Comments and documents refer to rules by page and heading. Each of these must exist in the repository, and so must
 * each path that a document names.
 */

const CODE_FOLDERS = ['.config', 'app', 'bench', 'components', 'e2e', 'lib', 'scripts'];
const CODE = /\.(?:tsx?|mjs|cjs|sql|css)$/;
/** Its texts are wrong on purpose. */
const NOT_CHECKED = /^scripts\/check-references\.test\.mjs$/;

/** The end of a line in a comment, with the start of the next line. */
const LINE_BREAK = /\n[ \t]*(?:\*(?!\/)|\/\/|--)?[ \t]*/g;
/** A page, and headings of it in quotes. A link is checked as a link. */
const REFERENCE = /(?<![\w/.]|\]\()(docs\/[\w-]+\.md)(?:#([\w-]+)|(?:(?:,\s+(?:and\s+)?|\s+and\s+)"[^"]+")+)?/g;
const NUMBER = String.raw`\d+(?:\.\d+)*`;
/** References to documents outside the repository. */
const OUTSIDE = new RegExp(
  [
    String.raw`\b[Cc]ontract,?\s+(?!0x)${NUMBER}`,
    String.raw`\b[Aa]rchitecture,?\s+(?:section\s+|§\s*)?${NUMBER}`,
    String.raw`\b[Ss]ection\s+${NUMBER}`,
    String.raw`§\s*${NUMBER}`,
    String.raw`\b1\.5a\b`,
    String.raw`\bconflict\s+C\d+`,
    String.raw`\bdesign\s+notes\b`,
  ].join('|'),
  'g',
);
/** Published standards are cited by section. */
const STANDARD_BEFORE = /\b(?:RFC|EIP|ERC|BIP|ISO)\b[^.;()]{0,40}$/;
const STANDARD_AFTER = /^\s+of\s+(?:the\s+)?(?:RFC|EIP|ERC|BIP|ISO)\b/;

const FENCE = /^(`{3,}|~{3,})[^\n]*\n[\s\S]*?^\1[ \t]*$/gm;
const HEADING = /^#{1,6}[ \t]+(.+?)[ \t]*$/gm;
const LINK = /\]\(([^)\s]+)\)/g;
/** A path of the repository in backticks; one with a placeholder or a wildcard names no single file. */
const PATH = /`((?:app|bench|components|docs|e2e|lib|scripts)\/[^`\s,<>[\]{}*…]+)`/g;

/**
 * @typedef {{ titles: Set<string>, anchors: Set<string> }} Headings of a document
 * @typedef {{ headingsOf: (path: string) => Headings | null, exists: (path: string) => boolean }} Repository
 *   `headingsOf` gives null for a document that does not exist; paths are relative to the repository.
 */

/**
 * What `npm run check` runs.
 * @returns {Promise<{ code: number, output: string }>} the output has one line for each mistake
 */
export async function checkReferences() {
  const repository = readRepository();
  const mistakes = [
    ...codeFiles().flatMap((path) => mistakesOfCode(path, read(path), repository)),
    ...documents().flatMap((path) => mistakesOfDocument(path, read(path), repository)),
  ];
  return { code: mistakes.length ? 1 : 0, output: mistakes.join('\n') };
}

/**
 * References of a code file to documents.
 * @param {string} path
 * @param {string} text
 * @param {Pick<Repository, 'headingsOf'>} repository
 */
export function mistakesOfCode(path, text, { headingsOf }) {
  const flat = flatten(text);
  const outside = [...flat.matchAll(OUTSIDE)].filter((match) => !citesStandard(flat, match));
  return sorted([
    ...wrongReferences(flat, headingsOf),
    ...outside.map((match) => mistake(match, `“${plain(match[0])}” refers to a document outside the repository`)),
  ]).map(toLine(path, text));
}

/**
 * References and links of a document, and the paths that it names.
 * @param {string} path
 * @param {string} text
 * @param {Repository} repository
 */
export function mistakesOfDocument(path, text, repository) {
  const prose = text.replace(FENCE, blank);
  const paths = [...prose.matchAll(PATH)].filter(([, name = '']) => !repository.exists(name));
  return sorted([
    ...wrongReferences(flatten(prose), repository.headingsOf),
    ...[...prose.matchAll(LINK)].flatMap((match) => wrongLink(path, match, repository)),
    ...paths.map((match) => mistake(match, `${match[1]} does not exist`)),
  ]).map(toLine(path, text));
}

/**
 * The headings of a Markdown document: as titles without leading numbers, and as link anchors.
 * @param {string} text
 * @returns {Headings}
 */
export function readHeadings(text) {
  /** @type {Headings} */
  const headings = { titles: new Set(), anchors: new Set() };
  for (const [, title = ''] of text.replace(FENCE, blank).matchAll(HEADING)) {
    headings.titles.add(title.replace(/^\d+\.\s+/, ''));
    const anchor = title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/\s/g, '-');
    let free = anchor;
    for (let times = 1; headings.anchors.has(free); times++) free = `${anchor}-${times}`;
    headings.anchors.add(free);
  }
  return headings;
}

/**
 * @param {string} flat
 * @param {Repository['headingsOf']} headingsOf
 */
function wrongReferences(flat, headingsOf) {
  return [...flat.matchAll(REFERENCE)].flatMap((match) => {
    const [reference, page = '', anchor] = match;
    const headings = headingsOf(page);
    if (!headings) return [mistake(match, `${page} does not exist`)];
    if (anchor && !headings.anchors.has(anchor)) return [mistake(match, `${page} has no heading for #${anchor}`)];
    return quoted(reference)
      .filter(({ title }) => !headings.titles.has(title))
      .map(({ title, offset }) => ({ at: match.index + offset, what: `${page} has no heading “${title}”` }));
  });
}

/** The quoted headings, with their positions. @param {string} reference */
function quoted(reference) {
  return [...reference.matchAll(/"([^"]+)"/g)].map(({ 1: title = '', index }) => ({
    title: plain(title),
    offset: index,
  }));
}

/**
 * @param {string} path of the document
 * @param {RegExpMatchArray} match
 * @param {Repository} repository
 */
function wrongLink(path, match, { headingsOf, exists }) {
  const [file = '', anchor] = (match[1] ?? '').split('#');
  if (/^[a-z]+:/i.test(file) || file.startsWith('/')) return [];
  const target = file ? join(dirname(path), file) : path;
  if (!exists(target)) return [mistake(match, `${target} does not exist`)];
  if (!anchor || !target.endsWith('.md') || headingsOf(target)?.anchors.has(anchor)) return [];
  return [mistake(match, `${target} has no heading for #${anchor}`)];
}

/**
 * @param {string} flat
 * @param {RegExpMatchArray} match
 */
function citesStandard(flat, { 0: found, index = 0 }) {
  const end = index + found.length;
  return STANDARD_BEFORE.test(flat.slice(Math.max(0, index - 60), index)) || STANDARD_AFTER.test(flat.slice(end));
}

/** The same text in one line with unchanged offsets, because a reference may span lines. @param {string} text */
function flatten(text) {
  return text.replace(LINE_BREAK, (found) => ' '.repeat(found.length));
}

/** @param {string} text */
function blank(text) {
  return text.replace(/[^\n]/g, ' ');
}

/** @param {string} text */
function plain(text) {
  return text.replace(/\s+/g, ' ');
}

/** @typedef {{ at: number, what: string }} Mistake at an offset of the text */

/**
 * @param {RegExpMatchArray} match
 * @param {string} what
 * @returns {Mistake}
 */
function mistake({ index = 0 }, what) {
  return { at: index, what };
}

/** @param {Mistake[]} mistakes */
function sorted(mistakes) {
  return mistakes.toSorted((one, other) => one.at - other.at);
}

/**
 * @param {string} path
 * @param {string} text
 * @returns {(mistake: Mistake) => string}
 */
function toLine(path, text) {
  return ({ at, what }) => `${path}:${text.slice(0, at).split('\n').length}: ${what}`;
}

/** @returns {Repository} */
function readRepository() {
  /** @type {Map<string, Headings | null>} */
  const known = new Map();
  return {
    exists: (path) => existsSync(join(ROOT, path)),
    headingsOf: (path) => {
      let headings = known.get(path);
      if (headings === undefined)
        known.set(path, (headings = existsSync(join(ROOT, path)) ? readHeadings(read(path)) : null));
      return headings;
    },
  };
}

/** @param {string} path */
function read(path) {
  return readFileSync(join(ROOT, path), 'utf8');
}

function codeFiles() {
  const inFolders = CODE_FOLDERS.flatMap((folder) => namesIn(folder, { recursive: true }));
  return [...namesIn('.'), ...inFolders].filter((path) => CODE.test(path) && !NOT_CHECKED.test(path));
}

function documents() {
  return ['README.md', 'CONTRIBUTING.md', ...namesIn('docs').filter((path) => path.endsWith('.md'))];
}

/**
 * @param {string} folder
 * @param {{ recursive?: boolean }} [options]
 */
function namesIn(folder, { recursive = false } = {}) {
  const names = readdirSync(join(ROOT, folder), { recursive, encoding: 'utf8' });
  return names.map((name) => join(folder, name).replaceAll('\\', '/'));
}
