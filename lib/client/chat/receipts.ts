import type { PendingTicket } from '../../billing/contract';
import { apiFetch } from '../api';
import type { Receipt } from './types';
import { isApiFailure } from '../failure';

/** How long to wait before each further question: a settle follows a disconnect within moments. */
const PAUSES_MS = [150, 300, 600, 1_000, 2_000, 4_000];

/**
 * The settled account of one request. After the reader left an answer the ledger settles on its own, so what is not booked
 * yet is asked for again for some seconds. A 404 too: another process may be at work on it, unless the first word was
 * that it is pending.
 * @param pausesMs the waits between the questions
 * @returns null where the ledger knows of no charge
 * @throws ApiFailure of any other kind
 */
export async function fetchReceipt(requestId: string, pausesMs: number[] = PAUSES_MS): Promise<Receipt | null> {
  let pending = false;
  for (const pauseMs of [...pausesMs, null]) {
    try {
      const answer = await apiFetch<Receipt | PendingTicket>(`/api/console/requests/${encodeURIComponent(requestId)}`);
      if (!('pending' in answer)) return answer;
      pending = true;
    } catch (thrown) {
      if (!isApiFailure(thrown) || thrown.status !== 404) throw thrown;
      if (pending) return null;
    }
    if (pauseMs !== null) await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  return null;
}
