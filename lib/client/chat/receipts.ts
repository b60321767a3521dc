import { apiFetch } from '../api';
import type { Receipt } from './types';
import { isApiFailure } from '../failure';

/** How long to wait before each further question: a settle follows a disconnect within moments. */
const PAUSES_MS = [150, 300, 600, 1_000, 2_000, 4_000];

/**
 * The settled account of one request. After the reader left an answer the ledger settles on its own, so a 404 is asked
 * again for some seconds.
 * @param pausesMs the waits between the questions
 * @returns null where the ledger knows of no charge
 * @throws ApiFailure of any other kind
 */
export async function fetchReceipt(requestId: string, pausesMs: number[] = PAUSES_MS): Promise<Receipt | null> {
  for (const pauseMs of [...pausesMs, null]) {
    try {
      return await apiFetch<Receipt>(`/api/console/requests/${encodeURIComponent(requestId)}`);
    } catch (thrown) {
      if (!isApiFailure(thrown) || thrown.status !== 404) throw thrown;
    }
    if (pauseMs !== null) await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  return null;
}
