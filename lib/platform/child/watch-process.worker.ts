/**
 * Ends its process if memory runs away or the parent is gone. V8's limit only covers the heap; what a decoder unpacks
 * is outside of it.
 */
import { workerData } from 'node:worker_threads';

/** Check interval: unpacked data may grow by some hundred megabytes in between. */
const CHECK_MS = 100;

/** Started by `serve-jobs.ts`. */
const { maxResidentBytes, parent } = workerData as { maxResidentBytes: number; parent: number };

setInterval(() => {
  if (process.memoryUsage.rss() > maxResidentBytes || process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
}, CHECK_MS);
