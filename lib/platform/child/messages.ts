/** The messages between the service and the processes of `pool.ts`. */

/** A job as sent to a process: this many bytes follow on its standard input. */
export type JobMessage<Rest extends object> = Rest & { byteLength: number };

/**
 * A process's report: it has the job; the answer, of which this many bytes follow on its standard output (none if the
 * answer has no bytes); or that its own code failed, with a text for the log.
 */
export type ChildMessage =
  | { type: 'begun' }
  | { type: 'answer'; answer: object; byteLength?: number; isFull: boolean }
  | { type: 'bug'; text: string };
