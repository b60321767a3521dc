import type { PendingReceipt } from '../../billing/contract';
import { apiFetch } from '../api';
import type { Receipt } from './types';
import { isApiFailure } from '../failure';

/** How long to wait before each further question: a settle follows a disconnect within moments. */
const PAUSES_MS = [150, 300, 600, 1_000, 2_000, 4_000];

/**
 * The settled account of one request. After the reader left an answer the ledger settles on its own, so what is not booked
 * yet is asked for again for some seconds.
 * @param pausesMs the waits between the questions
 * @returns null where the ledger has no charge and expects none; `pending` where it was still not booked in the end
 * @throws ApiFailure of any other kind
 */
export async function fetchReceipt(
  requestId: string,
  pausesMs: number[] = PAUSES_MS,
): Promise<Receipt | null | 'pending'> {
  for (const pauseMs of [0, ...pausesMs]) {
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    try {
      const answer = await apiFetch<Receipt | PendingReceipt>(`/api/console/requests/${encodeURIComponent(requestId)}`);
      if (!('pending' in answer)) return answer;
    } catch (thrown) {
      // Not what something between us and the service says while it is away.
      if (isApiFailure(thrown) && thrown.status === 404 && thrown.code === 'NOT_FOUND') return null;
      throw thrown;
    }
  }
  return 'pending';
}
