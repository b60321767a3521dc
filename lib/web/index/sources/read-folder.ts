import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { extractText } from '../../../media/extract-text';
import type { FailedDocument, FoundDocument } from './fill-source';

/** What is read of a folder; other files are left out. */
const READ = /\.(md|markdown|txt|html?|xhtml|pdf|epub|docx|pptx|xlsx?|rtf|csv)$/i;
const TEXT = /\.(md|markdown|txt|csv)$/i;
const HTML = /\.(html?|xhtml)$/i;
const SKIPPED = new Set(['node_modules']);
const MAX_FILES = 10_000;
const MAX_FILE_BYTES = 25_000_000;
const MAX_CHARACTERS = 2_000_000;
/** The readers of files are shared by account; the operator's index is one of them. */
const ACCOUNT = 'search-index';

/**
 * The files of a folder and the folders in it, in order: Markdown, text, HTML, PDF, EPUB, Office documents. Hidden ones
 * and links are left out.
 * @param baseUrl under which address the folder is published, ending with a slash
 * @throws Error if the folder cannot be read, or has more than 10,000 files of these kinds
 */
export async function* readFolder(
  folder: string,
  baseUrl: string,
  signal: AbortSignal,
): AsyncGenerator<FoundDocument, void> {
  for (const path of await listFiles(folder)) {
    signal.throwIfAborted();
    const name = relative(folder, path).split(sep).map(encodeURIComponent).join('/');
    yield { url: new URL(name, baseUrl).href, ...(await readOne(path, signal)) };
  }
}

async function listFiles(folder: string): Promise<string[]> {
  const files: string[] = [];
  const folders = [folder];
  for (let at = folders.pop(); at !== undefined; at = folders.pop()) {
    for (const entry of await readdir(at, { withFileTypes: true })) {
      if (entry.name.startsWith('.') || SKIPPED.has(entry.name)) continue;
      const path = join(at, entry.name);
      if (entry.isDirectory()) folders.push(path);
      if (entry.isFile() && READ.test(entry.name)) files.push(path);
    }
    if (files.length > MAX_FILES)
      throw new Error(`${folder} has more than ${MAX_FILES} files to index; add parts of it.`);
  }
  return files.sort();
}

type Content = { title: string; markdown: string; date: string } | FailedDocument;

async function readOne(path: string, signal: AbortSignal): Promise<Content> {
  try {
    const { size } = await stat(path);
    if (size > MAX_FILE_BYTES) return failed('it is larger than 25 MB');
    const file = { bytes: new Uint8Array(await readFile(path)), type: typeOf(path), name: path };
    const read = await extractText(file, { account: ACCOUNT, signal, maxCharacters: MAX_CHARACTERS });
    if ('failure' in read) return failed(read.failure);
    return { title: titleOf(read.text, path), markdown: read.text, date: '' };
  } catch (thrown) {
    if (signal.aborted) throw thrown;
    return failed(thrown instanceof Error ? thrown.message : String(thrown));
  }
}

/** Other files don't depend on it: the folder has named all of them. */
function failed(failure: string): FailedDocument {
  return { failure, outcome: 'final' };
}

function typeOf(path: string): string | null {
  if (HTML.test(path)) return 'text/html';
  return TEXT.test(path) ? 'text/plain' : null;
}

/** The first heading, else the name of the file. */
function titleOf(text: string, path: string): string {
  const heading = /^#{1,2}\s+(.+?)\s*#*$/m.exec(text.slice(0, 5_000))?.[1];
  return heading ?? path.replace(/^.*[\\/]/, '').replace(/\.[^.]+$/, '');
}
