/** The messages between the service and the processes that parse callers' bytes. */

/** Decode an image. */
export type ImageJob = { bytes: Uint8Array; maxPixels: number; minSide: number };

/** Its size, or why it is refused. */
export type ImageAnswer =
  { width: number; height: number } | { problem: 'corrupted' | 'too_small' | 'too_many_pixels' };

/**
 * The kind of a file according to its first bytes. Only a reader can tell which kind of document an archive is, or
 * Office's old container (`ole`); `plain` is anything else, text or not.
 */
export type FileKind = 'pdf' | 'archive' | 'rtf' | 'html' | 'ole' | 'plain';

/** Extract the text of a file, up to a maximum. */
export type FileJob = { bytes: Uint8Array; kind: FileKind; maxCharacters: number };

/** The text and whether it was cut, or why there is none. */
export type FileAnswer = { text: string; isCut: boolean } | { problem: FileProblem };

/** Why a file has no text. `workbook` means Office's old binary format (XLS). */
export type FileProblem = 'damaged' | 'protected' | 'empty' | 'unsupported' | 'too_large' | 'workbook';

/** A job as sent to a process: this many bytes follow on its standard input. */
export type JobMessage<Rest extends object> = Rest & { byteLength: number };

/** A process's report: it has the job; the answer; or that its own code failed, with a text for the log. */
export type ChildMessage<Answer> =
  { type: 'begun' } | { type: 'answer'; answer: Answer; isFull: boolean } | { type: 'bug'; text: string };
