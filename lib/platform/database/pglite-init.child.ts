import { Worker } from 'node:worker_threads';
import { initialisePglite } from './pglite';

/**
 * Makes the files of a new embedded database in the folder given as the first argument, and ends. The second is the pid
 * of the parent: without it there is nobody to make them for, and the next start must not find a process still writing.
 */
const [folder, parent] = process.argv.slice(2);
if (folder === undefined || parent === undefined) throw new Error('Usage: pglite-init.child FOLDER PARENT_PID');
new Worker(new URL('./watch-parent.worker.mjs', import.meta.url), { workerData: { parent: Number(parent) } }).unref();
await initialisePglite(folder);
// PGlite leaves timers behind that would keep the child for a while.
process.exit(0);
