import { newId } from '../../lib/core/ids';
import { database } from '../../lib/platform/db';
import { changeIndex } from '../../lib/web/index/change-index';
import { type Embedder, installEmbedder } from '../../lib/web/index/embedder';
import { searchIndex } from '../../lib/web/index/search-index';
import { openSource } from '../../lib/web/index/sources/open-source';
import { dropVectors, loadVectors } from '../../lib/web/index/vectors/vector-copy';
import { storeTurn } from '../../lib/web/index/vectors/vector-queue';
import { openEmbedded, openServer } from '../ledger/databases';
import { numberOption } from '../report/options';
import { table } from '../report/table';

const PASSAGES = numberOption('passages', 100_000);
const PASSAGES_PER_DOCUMENT = 100;
/** Passages that are stored together: the product stores fewer, which would take minutes. */
const BATCH = 2_000;
const WORDS = 100;
const VOCABULARY = 30_000;
const DIMENSIONS = 384;
const QUERIES = 200;
const WARM = 20;
const LIMIT = 10;
const LONG = { timeoutMs: 300_000 };

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

const NAMES = Array.from({ length: VOCABULARY }, (_, rank) => `w${rank.toString(36)}q`);

/** Words that as many passages have as in a language: few are common, and most are rare. */
function textOf(random: () => number, words: number): string {
  return Array.from({ length: words }, () => NAMES[Math.floor(VOCABULARY ** random())]).join(' ');
}

function vectorOf(seed: number): Float32Array {
  const random = seeded(seed);
  return Float32Array.from({ length: DIMENSIONS }, () => random() - 0.5);
}

/** Vectors of noise, which take as long to scan as any others. */
const noise: Embedder = {
  id: 'noise',
  dimensions: DIMENSIONS,
  minCosine: 0,
  embed: (texts) =>
    Promise.resolve(
      texts.map((text) => vectorOf([...text].reduce((sum, letter) => Math.imul(sum, 31) + letter.charCodeAt(0), 7))),
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

const INDEX = 'web_passage_by_term';
const INSERT_DOCUMENTS = `insert into web_document (id, source_id, url, title, date, hash)
  select id, $1, 'https://made.example/' || id, 'Page', '', '' from unnest($2::uuid[]) id`;
const INSERT_PASSAGES = `insert into web_passage (id, document_id, heading, text)
  select $1::int + n::int - 1, ($2::uuid[])[1 + (n - 1) / ${PASSAGES_PER_DOCUMENT}], heading, text
  from unnest($3::text[], $4::text[]) with ordinality as given(heading, text, n)`;

/** Stores passages and vectors as the product does, but many at once, and makes the index of terms when they are there. */
async function fill(): Promise<void> {
  const random = seeded(1);
  const sourceId = await openSource({ kind: 'folder', target: 'made up', ownerId: null });
  const [index] = await database().query<{ indexdef: string }>('select indexdef from pg_indexes where indexname = $1', [
    INDEX,
  ]);
  await database().query(`drop index ${INDEX}`);
  for (let at = 0; at < PASSAGES; at += BATCH) {
    const count = Math.min(BATCH, PASSAGES - at);
    const documents = Array.from({ length: Math.ceil(count / PASSAGES_PER_DOCUMENT) }, newId);
    const texts = [4, WORDS].map((words) => Array.from({ length: count }, () => textOf(random, words)));
    const firstId = await database().transaction(async (tx) => {
      const { firstId: first } = await changeIndex(tx, { added: count });
      await tx.query(INSERT_DOCUMENTS, [sourceId, documents]);
      await tx.query(INSERT_PASSAGES, [first, documents, ...texts]);
      return first;
    }, LONG);
    const turn = Array.from({ length: count }, (_, n) => ({ id: firstId + n, vector: vectorOf(firstId + n) }));
    await storeTurn(noise.id, turn);
  }
  await database().transaction(async (tx) => {
    await tx.query(index?.indexdef ?? '');
    await tx.query('analyze web_passage');
  }, LONG);
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
