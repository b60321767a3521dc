/** What travels between the service and its JSON workers. */

/**
 * Parse these bytes. Of an object only these members are kept where a list is given, so that nothing else has to be
 * carried over.
 */
export type ParseJob = { kind: 'parse'; blocks: Uint8Array[]; members: ReadonlySet<string> | null };

/** Write this value as UTF-8. */
export type WriteJob = { kind: 'write'; value: unknown };

export type JsonJob = ParseJob | WriteJob;

/** The value or the bytes; or why there is none, in the parser's words. */
export type JsonAnswer = { value: unknown } | { bytes: Uint8Array } | { problem: string };
