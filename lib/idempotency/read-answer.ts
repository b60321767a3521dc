import { database } from '../platform/db';
import { processState } from '../platform/process-state';
import { makeFairQueue } from '../platform/sharing/fair-queue';
import { OF_RECORD } from './sql';
import type { IdempotencyRecord } from './types';

/** Answers read at the same time. */
const SLOTS = 2;
const MAX_WAITING = 200;
const MAX_WAIT_MS = 10_000;

/**
 * Reads a stored answer for a repeat. Each is read and decoded as a whole, so only a few are read at a time, one per
 * account; the others wait.
 * @param requestId the request whose answer it is
 * @returns null if the answer has been removed in the meantime
 * @throws ApiError `MODEL_AT_CAPACITY` (503, `Retry-After`) if too many wait; `NOT_READY` if the database is unavailable
 */
export async function readAnswer(
  { accountId, route, key }: IdempotencyRecord,
  requestId: string,
  signal?: AbortSignal,
): Promise<string | null> {
  const leave = await answerQueue().enter({ account: accountId, signal });
  try {
    const params = [accountId, route, key, requestId];
    const [row] = await database().query<{ answer: string }>(READ, params, { name: 'idempotency_read' });
    return row?.answer ?? null;
  } finally {
    leave();
  }
}

/** The queue for stored answers. */
export function answerQueue() {
  return processState('idempotency.answers', () =>
    makeFairQueue({
      slots: SLOTS,
      slotsPerAccount: 1,
      maxWaiting: MAX_WAITING,
      maxWaitMs: MAX_WAIT_MS,
      busyMessage: 'Too many stored answers are being read.',
    }),
  );
}

const READ = `select c.answer from idempotency_claim c where ${OF_RECORD} and c.request_id = $4 and c.answer is not null`;
