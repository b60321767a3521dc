import { newId } from '../../lib/core/ids';
import { database } from '../../lib/platform/db';
import { type Embedder, installEmbedder } from '../../lib/web/index/embedder';
import { putDocument } from '../../lib/web/index/put-document';
import { searchIndex } from '../../lib/web/index/search-index';
import { openSource } from '../../lib/web/index/sources/open-source';
import { fillVectors } from '../../lib/web/index/vectors/fill-vectors';
import { dropVectors, loadVectors } from '../../lib/web/index/vectors/vector-copy';
import { openEmbedded, openServer } from '../ledger/databases';
import { table } from '../report/table';

const PASSAGES = Number(/--passages=(\d+)/.exec(process.argv.join(' '))?.[1] ?? 100_000);
const PASSAGES_PER_DOCUMENT = 100;
const WORDS = 100;
const VOCABULARY = 30_000;
const DIMENSIONS = 384;
const QUERIES = 200;
const WARM = 20;
const LIMIT = 10;

/** What a search would be without the index's own work. */
const BARE = `select p.id, ts_rank_cd(p.terms, q) as rank from web_passage p, websearch_to_tsquery('english', $1) q
  where p.terms @@ q order by rank desc limit ${LIMIT}`;

/** A generator of numbers from 0 to 1 that repeats itself in each run. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** A word that as many passages have as in a language: few are common, and most are rare. */
function wordOf(random: () => number): string {
  const rank = Math.floor(VOCABULARY ** random());
  return `w${rank.toString(36)}q`;
}

function textOf(random: () => number, words: number): string {
  return Array.from({ length: words }, () => wordOf(random)).join(' ');
}

/** Vectors of noise, which take as long to scan as any others. */
const noise: Embedder = {
  id: 'noise',
  dimensions: DIMENSIONS,
  embed: (texts) =>
    Promise.resolve(
      texts.map((text) => {
        const random = seeded([...text].reduce((sum, letter) => Math.imul(sum, 31) + letter.charCodeAt(0), 7));
        return Float32Array.from({ length: DIMENSIONS }, () => random() - 0.5);
      }),
    ),
};

/** Prints a table: the time of a search, and of the bare full-text query in alternation with it. */
export async function measureSpeed(): Promise<void> {
  const rows: string[][] = [];
  installEmbedder(() => noise);
  for (const open of [openEmbedded, openServer]) {
    const bench = await open();
    bench.use();
    await fill();
    await fillVectors();
    await loadVectors(noise);
    const [ours, bare]: [number[], number[]] = [[], []];
    const random = seeded(99);
    for (let at = -WARM; at < QUERIES; at += 1) {
      const text = textOf(random, 3);
      const oursMs = await timeOf(() => searchIndex({ text, accountId: newId(), limit: LIMIT }));
      const bareMs = await timeOf(() => database().query(BARE, [text]));
      if (at < 0) continue;
      ours.push(oursMs);
      bare.push(bareMs);
    }
    const cells = [50, 95].flatMap((share) => [percentile(ours, share), percentile(bare, share)]);
    const ratio = (cells[2] ?? 0) / (cells[3] ?? 1);
    rows.push([bench.name, ...cells.map((ms) => `${ms.toFixed(1)} ms`), `× ${ratio.toFixed(2)}`]);
    dropVectors();
    await bench.close();
  }
  console.log(`${PASSAGES.toLocaleString('en-US')} passages, ${QUERIES} queries of three words\n`);
  table(['database', 'search p50', 'bare p50', 'search p95', 'bare p95', 'ratio of p95'], rows);
}

async function fill(): Promise<void> {
  const random = seeded(1);
  const sourceId = await openSource({ kind: 'folder', target: 'made up', ownerId: null });
  for (let at = 0; at < PASSAGES / PASSAGES_PER_DOCUMENT; at += 1) {
    const sections = Array.from(
      { length: PASSAGES_PER_DOCUMENT },
      () => `## ${textOf(random, 4)}\n\n${textOf(random, WORDS)}`,
    );
    const url = `https://made.example/${at}`;
    await putDocument({ sourceId, url, title: `Page ${at}`, markdown: sections.join('\n\n'), date: '' });
  }
  await database().transaction((tx) => tx.query('analyze web_passage'), { timeoutMs: 60_000 });
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * share) / 100))] ?? Number.NaN;
}
