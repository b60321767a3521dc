/**
 * Ends its process where memory runs away or the parent is gone. V8's limit is for the heap alone; what a decoder
 * unpacks lies outside of it.
 */
import { workerData } from 'node:worker_threads';

/** How often is looked: what is unpacked grows by some hundred megabytes meanwhile. */
const LOOK_MS = 100;

/** `serve-jobs.ts` starts this. */
const { roofBytes, parent } = workerData as { roofBytes: number; parent: number };

setInterval(() => {
  if (process.memoryUsage.rss() > roofBytes || process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
}, LOOK_MS);
