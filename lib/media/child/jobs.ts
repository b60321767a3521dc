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

/** Why a file has no text. */
export type FileProblem = 'damaged' | 'protected' | 'empty' | 'unsupported' | 'unclear_encoding' | 'too_large';
