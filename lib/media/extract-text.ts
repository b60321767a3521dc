import type { ChildPlan, Outcome } from '../platform/child/child-process';
import type { FileAnswer, FileJob, FileProblem } from './child/jobs';
import { type JobCaller, runInChild } from '../platform/child/pool';
import { type AnyFile, fileKind } from './files/file-kind';
import { readPlain } from './files/read-plain';

/** Limits for reading a file. */
export type ExtractBounds = JobCaller & {
  /** Maximum of the text; the rest is left out, and a note says so. */
  maxCharacters: number;
};

/** Why a file gave no text: because of the file, or because reading it took too much. */
export type ExtractProblem = FileProblem | 'too_slow' | 'too_heavy';

/** The text, or why there is none: `failure` ends the sentence `The file could not be read: …`. */
export type ExtractedText = { text: string; isCut: boolean } | { failure: string; problem: ExtractProblem };

/**
 * Readers of pages, books and PDFs stop after five seconds, with what they have. Ten seconds are for the parsers of
 * Office documents, which cannot be stopped: an honest one of 25 MB takes about five on a busy machine. A longer limit
 * would only help those who block the readers for others.
 */
const PLAN: ChildPlan = { name: 'extract', jobMs: 10_000, heapMegabytes: 640, maxResidentMegabytes: 1_200 };

/** Larger text is decoded by a process too, because it would block the event loop. */
const MAX_QUICK_BYTES = 1_000_000;

const ACCEPTED = 'PDF, EPUB, DOCX, PPTX, XLSX, XLS, RTF, HTML, and text files are accepted';

const DESCRIPTIONS: Record<ExtractProblem, string> = {
  damaged: 'it is damaged',
  protected: 'it is protected by a password or its publisher',
  empty: 'it contains no text; scanned pages are not read',
  unsupported: `its format is not supported; ${ACCEPTED}`,
  unclear_encoding: 'the encoding of its text is not recognized; save it as UTF-8, and try again',
  too_large: 'it is too large when unpacked',
  too_slow: 'reading it takes too long',
  too_heavy: 'reading it takes too much memory',
};

/**
 * Extracts the text of a file: PDF, EPUB, DOCX, PPTX, XLSX, XLS, RTF, and HTML by parsers in a separate process,
 * anything else if its bytes are text (large text in the process too). The kind is identified by the bytes, not by the
 * file's name.
 * @throws ApiError MODEL_AT_CAPACITY if too many files wait, RATE_LIMIT_EXCEEDED if the account has used its time; the
 *   signal's reason when aborted
 * @see docs/api-rules.md, "Files"
 */
export async function extractText(file: AnyFile, bounds: ExtractBounds): Promise<ExtractedText> {
  const { maxCharacters, account, signal } = bounds;
  const kind = fileKind(file);
  const job: FileJob = { bytes: file.bytes, kind, maxCharacters };
  const isQuick = kind === 'plain' && file.bytes.byteLength <= MAX_QUICK_BYTES;
  const outcome: Outcome<FileAnswer> = isQuick
    ? { answer: readPlain(job) }
    : await runInChild<FileJob, FileAnswer>(PLAN, job, { account, signal });
  if ('lost' in outcome) return failure(LOST[outcome.lost]);
  if ('text' in outcome.answer) return { text: withCutNote(outcome.answer), isCut: outcome.answer.isCut };
  return failure(outcome.answer.problem);
}

const LOST = { time: 'too_slow', memory: 'too_heavy', crash: 'damaged' } as const;

function withCutNote({ text, isCut }: { text: string; isCut: boolean }): string {
  return isCut ? `${text}\n\n[The rest of the file is left out: it is too long.]` : text;
}

function failure(problem: ExtractProblem): ExtractedText {
  return { failure: DESCRIPTIONS[problem], problem };
}
