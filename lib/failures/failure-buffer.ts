import { newOrderedId } from '../core/ids';
import { findNotReady } from '../platform/database/failure';
import { log } from '../platform/log';
import { processState } from '../platform/process-state';
import { type WriteBuffer, makeWriteBuffer } from '../platform/write-buffer';
import { type FailedRequest, pruneFailedRequests, writeFailedRequests } from './write';

/** Buffered failed requests: per account (and for all anonymous clients), and in total. */
const MAX_BUFFERED = { perOwner: 200, total: 1_000 };
/** After how many new rows an account's old rows beyond the limit are removed. */
const PRUNE_EVERY_ROWS = 500;
/** The maximum number of accounts whose new rows are counted. */
const MAX_COUNTED = 10_000;

/** `written`: rows since the account's old ones were removed. */
type State = { buffer: WriteBuffer<FailedRequest>; written: Map<string | null, number> };

const bufferState = () =>
  processState<State>('failures.buffer', () => {
    const written: State['written'] = new Map();
    const write = async (requests: FailedRequest[]) => {
      await writeFailedRequests(requests);
      // Not awaited by the flush: reading the log must not wait for it.
      void prune(written, requests);
    };
    const ownerOf = ({ accountId }: FailedRequest) => accountId;
    return { buffer: makeWriteBuffer({ noun: 'failed requests', ownerOf, limits: MAX_BUFFERED, write }), written };
  });

/**
 * Buffers a failed request for the next flush, at most a second later. If the buffer is full, the oldest are dropped.
 */
export function bufferFailedRequest(request: Omit<FailedRequest, 'id'>): void {
  bufferState().buffer.add({ ...request, id: newOrderedId(request.atMs) });
}

/** Writes the buffer. If the database is unavailable, the buffer is kept; never throws. */
export function flushFailedRequests(): Promise<void> {
  return bufferState().buffer.flush();
}

/** If rows cannot be removed, they are removed later. */
async function prune(written: State['written'], batch: FailedRequest[]): Promise<void> {
  if (written.size > MAX_COUNTED) written.clear();
  for (const { accountId } of batch) written.set(accountId, (written.get(accountId) ?? 0) + 1);
  for (const accountId of new Set(batch.map((request) => request.accountId))) {
    if ((written.get(accountId) ?? 0) < PRUNE_EVERY_ROWS) continue;
    written.set(accountId, 0);
    try {
      await pruneFailedRequests(accountId);
    } catch (error) {
      if (!findNotReady(error)) log.warn({ err: error }, 'old failed requests could not be removed');
    }
  }
}
