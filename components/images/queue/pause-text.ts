import type { QueuePause } from '@/lib/client/images/store';

const REASONS: Partial<Record<QueuePause['reason'], string>> = {
  out_of_credit: 'Paused until you top up',
  offline: 'Paused until the server can be reached',
  signed_out: 'Paused until you sign in',
};

/** Why the queue is paused, and how many requests wait. */
export function pauseText({ reason }: QueuePause, waiting: number): string {
  const count = waiting === 1 ? '1 request waits' : `${waiting} requests wait`;
  return `${REASONS[reason] ?? 'Paused for a moment: there were too many requests'}. ${count}.`;
}
