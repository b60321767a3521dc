/** Messages between the service and its JSON workers. */

/**
 * Parse these bytes. If `members` is given, only these members of an object are kept, so that nothing else has to be
 * copied between threads.
 */
export type ParseJob = { kind: 'parse'; blocks: Uint8Array[]; members: ReadonlySet<string> | null };

/** Write this value as UTF-8. */
export type WriteJob = { kind: 'write'; value: unknown };

export type JsonJob = ParseJob | WriteJob;

/** The value or the bytes, or the parser's error message. */
export type JsonAnswer = { value: unknown } | { bytes: Uint8Array } | { problem: string };
