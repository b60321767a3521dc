import type { FileAnswer, FileJob, FileKind } from '../child/jobs';
import { cutAt } from './decode-text';
import type { Enough, Extracted } from './extracted';
import { readDocument } from './read-document';
import { readOffice } from './read-office';
import { loadSheetReader, readOldWorkbook } from './read-old-workbook';
import { readPage } from './read-page';
import { readPlain } from './read-plain';
import { loadPdfjs, readPdf } from './read-pdf';

/** Part of a long document is better than nothing when the process is killed (see `extract-text.ts`). */
const ENOUGH_MS = 5_000;

/**
 * Extracts the text of one file, in a process that was started for it. Any exception of a parser means a damaged file.
 * @throws Error if a parser cannot be loaded, which is not the file's fault
 */
export async function extractFile(job: FileJob): Promise<FileAnswer> {
  if (job.kind === 'plain') return readPlain(job);
  if (job.kind === 'pdf') await loadPdfjs();
  if (job.kind === 'ole') await loadSheetReader();
  const extracted = await readFile({ ...job, kind: job.kind }).catch((): Extracted => ({ problem: 'damaged' }));
  if ('problem' in extracted) return extracted;
  const text = tidy(extracted.text);
  if (text === '') return { problem: 'empty' };
  return {
    text: cutAt(text, job.maxCharacters),
    isCut: extracted.isCut === true || text.length > job.maxCharacters,
  };
}

async function readFile({
  bytes,
  kind,
  maxCharacters,
}: FileJob & { kind: Exclude<FileKind, 'plain'> }): Promise<Extracted> {
  const beganMs = performance.now();
  const isEnough: Enough = (text) => text.length > maxCharacters || performance.now() - beganMs > ENOUGH_MS;
  switch (kind) {
    case 'pdf':
      return readPdf(bytes, isEnough);
    case 'rtf':
      return readOffice('rtf', bytes);
    case 'archive':
      return readDocument(bytes, isEnough);
    case 'html':
      return readPage(bytes);
    case 'ole':
      return readContainer(bytes, isEnough);
  }
}

/** Office's binary container: its directory names its content. Of the old formats, only workbooks are read. */
async function readContainer(bytes: Uint8Array, isEnough: Enough): Promise<Extracted> {
  const container = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const holds = (name: string): boolean => container.includes(Buffer.from(name, 'utf16le'));
  if (holds('EncryptedPackage')) return { problem: 'protected' };
  return holds('Workbook') || holds('Book') ? readOldWorkbook(bytes, isEnough) : { problem: 'unsupported' };
}

function tidy(text: string): string {
  return (
    text
      // Fonts without names for their glyphs leave such characters behind.
      .replace(/[\0-\x08\x0b\x0e-\x1f\x7f]/g, '')
      .split('\n')
      .map((line) => line.trimEnd())
      .join('\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim()
  );
}
