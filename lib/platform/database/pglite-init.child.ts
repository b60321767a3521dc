import { Worker } from 'node:worker_threads';
import { initializePglite } from './pglite';

/**
 * Part of the build: creates the files of a new embedded database in the folder given as the first argument, and exits.
 * The second argument is the parent's PID: if the parent is gone, the files are not needed, and the next build must not
 * find a process that is still writing.
 */
const [folder, parent] = process.argv.slice(2);
if (folder === undefined || parent === undefined) throw new Error('Usage: pglite-init.child FOLDER PARENT_PID');
new Worker(new URL('./watch-parent.worker.mjs', import.meta.url), { workerData: { parent: Number(parent) } }).unref();
await initializePglite(folder);
// PGlite leaves timers behind that would keep the child alive for a while.
process.exit(0);
