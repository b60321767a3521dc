/** What travels between the service and the processes that look into callers' bytes. */

/** Decode this image. */
export type ImageJob = { bytes: Uint8Array; maxPixels: number; minSide: number };

/** Its size, or why it is not taken. */
export type ImageAnswer =
  { width: number; height: number } | { problem: 'corrupted' | 'too_small' | 'too_many_pixels' };

/**
 * What a file is by its first bytes. Which kind of document an archive is, or Office's old container (`ole`), only its
 * reader can tell; `plain` is anything else, text or not.
 */
export type FileKind = 'pdf' | 'archive' | 'rtf' | 'html' | 'ole' | 'plain';

/** Make text of this file, at most so much of it. */
export type FileJob = { bytes: Uint8Array; kind: FileKind; maxCharacters: number };

/** The text and whether it was cut, or why there is none. */
export type FileAnswer = { text: string; isCut: boolean } | { problem: FileProblem };

/** Why a file gives no text. `workbook` is one of Office's old binary format (XLS). */
export type FileProblem = 'damaged' | 'protected' | 'empty' | 'unsupported' | 'too_large' | 'workbook';

/** A job on its way to a process: so many bytes follow on its standard input. */
export type JobMessage<Rest extends object> = Rest & { byteLength: number };

/** What a process reports: it has the job; what came of it; or that its own code failed, with words for the log. */
export type ChildMessage<Answer> =
  { has: 'begun' } | { has: 'answer'; answer: Answer; isFull: boolean } | { has: 'bug'; text: string };
