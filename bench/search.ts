/**
 * `npm run -s bench -- search [quality | speed] [--passages=100000]`: the local search index.
 * - `quality`: questions about our own documentation and the page that answers each: how often that page is among the
 *   first three (hit@3), and how high it is (nDCG@10), by words, by vectors, and by both;
 * - `speed`: how long a search takes over many made-up passages, beside the bare full-text query, embedded and on
 *   PostgreSQL.
 *
 * Prints Markdown; never fails because of a slow or bad result.
 */
import { cpus, loadavg } from 'node:os';
import { measureQuality } from './search/quality';
import { measureSpeed } from './search/speed';

const PARTS: Record<string, () => Promise<void>> = { quality: measureQuality, speed: measureSpeed };
const asked = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));

console.log(`Node ${process.version}, ${cpus().length} cores, load ${(loadavg()[0] ?? 0).toFixed(1)}\n`);
for (const name of asked.length > 0 ? asked : Object.keys(PARTS)) {
  const part = PARTS[name];
  if (part) await part();
  else console.error(`There is no part named ${name}: ${Object.keys(PARTS).join(', ')}.`);
}
// PGlite and threads leave timers behind.
process.exit();
