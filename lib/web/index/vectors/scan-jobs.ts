/** Messages between the service and the thread that scans vectors. */

/** Adds vectors: `bytes` has those of all `ids` one after another. `owners` are numbers of accounts, 0 for everybody. */
type AddJob = { kind: 'add'; ids: Int32Array; owners: Uint32Array; bytes: Int8Array };

/** Finds the vectors nearest to one, among those of everybody and of one account. */
type SearchJob = { kind: 'search'; query: Int8Array; owner: number; limit: number };

/** What a job asks for. */
export type ScanOrder = AddJob | SearchJob;

/** A job; each is answered once, in order. */
export type ScanJob = { number: number } & ScanOrder;

/** Passages by falling similarity; empty after an addition. */
export type ScanAnswer = { number: number; ids: number[]; cosines: number[] };
