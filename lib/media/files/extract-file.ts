import type { FileAnswer, FileJob, FileProblem } from '../child/jobs';
import { cutAt } from './decode-text';

/** Text of a file before it is cut, or why there is none. A reader stops by itself where it has enough. */
export type Extracted = { text: string; isCut?: boolean } | { problem: FileProblem };

/** Whether a reader has read enough: the text is long enough, or the time is nearly up. */
export type Enough = (text: string) => boolean;

/** Part of a long document is better than nothing when the process is killed (`extract-text.ts` says when that is). */
const ENOUGH_MS = 12_000;

/** Makes text of one file, in the process that was started for it. Parsers are loaded when they are first needed. */
export async function extractFile(job: FileJob): Promise<FileAnswer> {
  const extracted = await readFile(job).catch((): Extracted => ({ problem: 'damaged' }));
  if ('problem' in extracted) return extracted;
  const text = extracted.text
    // Fonts without names for their glyphs leave such behind.
    .replace(/[\0-\x08\x0b\x0e-\x1f\x7f]/g, '')
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  if (text === '') return { problem: 'empty' };
  return {
    text: cutAt(text, job.maxCharacters),
    isCut: extracted.isCut === true || text.length > job.maxCharacters,
  };
}

async function readFile({ bytes, kind, maxCharacters }: FileJob): Promise<Extracted> {
  const beganMs = performance.now();
  const isEnough: Enough = (text) => text.length > maxCharacters || performance.now() - beganMs > ENOUGH_MS;
  switch (kind) {
    case 'pdf':
      return (await import('./read-pdf')).readPdf(bytes, isEnough);
    case 'rtf':
      return (await import('./read-office')).readOffice('rtf', bytes);
    case 'archive':
      return (await import('./read-document')).readDocument(bytes, isEnough);
    case 'html':
      return (await import('./read-page')).readPage(bytes);
  }
}
