import type { PendingReceipt } from '../../billing/contract';
import { apiFetch } from '../api';
import type { Receipt } from './types';
import { isApiFailure } from '../failure';

/** The waits between attempts: settling follows a disconnect within moments. */
const PAUSES_MS = [150, 300, 600, 1_000, 2_000, 4_000];

/**
 * The receipt of one request. After the client leaves an answer, the ledger settles on its own, so a missing charge is
 * requested again for some seconds.
 * @param pausesMs the waits between attempts
 * @returns null if the ledger has no charge and expects none; `pending` if it was still not posted after the last
 * attempt
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
      // Not a response of some proxy while the service is down.
      if (isApiFailure(thrown) && thrown.status === 404 && thrown.code === 'NOT_FOUND') return null;
      throw thrown;
    }
  }
  return 'pending';
}
