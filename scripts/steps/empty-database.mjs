import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, run, stop } from './run.mjs';

/*
 * dist/empty-database-VERSION: a new, empty database of the installed version of PGlite, which first starts copy.
 * PostgreSQL's own initialization takes seconds and some 800 MB, here in a process that ends afterward.
 */

const DIST = join(ROOT, 'dist');
const PREFIX = 'empty-database-';

/** Creates it, unless it exists, and removes those of other versions. Needs `dist/pglite-init.child.mjs`. */
export async function writeEmptyDatabase() {
  const manifest = join(ROOT, 'node_modules', '@electric-sql', 'pglite', 'package.json');
  const name = `${PREFIX}${JSON.parse(readFileSync(manifest, 'utf8')).version}`;
  for (const other of readdirSync(DIST)) {
    if (other.startsWith(PREFIX) && other !== name) rmSync(join(DIST, other), { recursive: true, force: true });
  }
  const folder = join(DIST, name);
  if (existsSync(folder)) return;
  const draft = `${folder}.${process.pid}`;
  const child = join(DIST, 'pglite-init.child.mjs');
  const { code, output } = await run(process.execPath, [child, draft, String(process.pid)]);
  if (code !== 0) {
    throw stop(`The empty database could not be created (exit code ${code}): ${output.trim()}`, 'Check the disk.');
  }
  renameSync(draft, folder);
}
