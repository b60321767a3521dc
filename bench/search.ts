/**
 * `npm run -s bench -- search [quality | relevance | speed] [--passages=100000]`: the local search index.
 * - `quality`: questions about our own documentation and the page that answers each: how often that page is among the
 *   first three (hit@3), and how high it is (nDCG@10), by words, by vectors, and by both;
 * - `relevance`: how many results queries have that have nothing to do with it, and whether the questions keep their
 *   answers: what the least cosine of a result is chosen by;
 * - `speed`: how long a search takes over many made-up passages, beside the bare full-text query, embedded and on
 *   PostgreSQL.
 *
 * Prints Markdown; never fails because of a slow or bad result.
 */
import { runParts } from './report/run-parts';
import { measureQuality } from './search/quality';
import { measureRelevance } from './search/relevance';
import { measureSpeed } from './search/speed';

await runParts({ quality: measureQuality, relevance: measureRelevance, speed: measureSpeed });
// PGlite and threads leave timers behind.
process.exit();
