import { processState } from '../process-state';
import { makeFairQueue } from '../sharing/fair-queue';

/**
 * For tests: creates a pool like `pool.ts`, with almost no time budget per account. Call it before the pool's first
 * job.
 */
export function installTightPool(kind: 'extract' | 'image'): void {
  const queue = makeFairQueue({
    slots: 2,
    maxWaiting: 10,
    maxWaitMs: 10_000,
    budget: { burstMs: 1, perSecondMs: 1 },
    busyMessage: 'Busy.',
  });
  processState(`child.pool.${kind}`, () => ({ queue, idle: [] }));
}
