/** Ends its process as soon as the parent is gone, also while the main thread is busy and receives no event. */
import { workerData } from 'node:worker_threads';

/** How long a process may outlive its parent. */
const LOOK_MS = 50;

/** The pid that the parent gave: read from the system it could be that of whoever took over the orphan. */
const { parent } = workerData as { parent: number };

function look(): void {
  if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
}

look();
setInterval(look, LOOK_MS);
