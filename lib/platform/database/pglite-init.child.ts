import { initialisePglite } from './pglite';

/** Makes the files of a new embedded database in the folder given as the only argument, and ends. */
const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Usage: pglite-init.child FOLDER');
await initialisePglite(folder);
// PGlite leaves timers behind that would keep the child for a while.
process.exit(0);
