import { renewLease } from './store';

/** How often a process says that it still works on a payment. */
const RENEW_MS = 5_000;

/**
 * Works on a payment that this process has taken over, and keeps its lease meanwhile. If the process ends, the lease
 * does too, and another one goes on. Two processes may work on a payment all the same, when one of them was suspended:
 * that is safe, because the network accepts a payment once, and its row one credit.
 */
export async function underLease<T>(id: string, work: () => Promise<T>, renewMs = RENEW_MS): Promise<T> {
  // If the database does not answer, the lease ends.
  const renewal = setInterval(() => void renewLease(id).catch(() => undefined), renewMs);
  try {
    return await work();
  } finally {
    clearInterval(renewal);
  }
}
