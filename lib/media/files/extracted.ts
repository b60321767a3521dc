import type { FileProblem } from '../child/jobs';

/** Text of a file before it is cut, or why there is none. `isCut` if its reader did not read everything. */
export type Extracted = { text: string; isCut?: boolean } | { problem: FileProblem };

/** Whether a reader has read enough: the text is long enough, or the time is nearly up. */
export type Enough = (text: string) => boolean;
