import { processState } from '../../platform/process-state';
import { makeFairQueue } from '../../platform/sharing/fair-queue';

/** For tests: the pool of a kind as `pool.ts` keeps it, with next to no time for an account. To be called before its first job. */
export function installTightPool(kind: 'extract' | 'image'): void {
  const queue = makeFairQueue({
    slots: 2,
    maxWaiting: 10,
    maxWaitMs: 10_000,
    budget: { burstMs: 1, perSecondMs: 1 },
    busyMessage: 'Busy.',
  });
  processState(`media.pool.${kind}`, () => ({ queue, idle: [] }));
}
