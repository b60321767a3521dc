/** Kills its process as soon as the parent is gone, even while the main thread is busy and receives no events. */
import { workerData } from 'node:worker_threads';

/** How long a process may outlive its parent. */
const CHECK_MS = 50;

/**
 * The PID passed by the parent: read from the system, it could already be that of the process that adopted the orphan.
 */
const { parent } = workerData as { parent: number };

function check(): void {
  if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
}

check();
setInterval(check, CHECK_MS);
