import { database } from '../../lib/platform/db';
import { type Ranking, rankPassages } from '../../lib/web/index/rank-passages';
import { newId } from '../../lib/core/ids';
import { table } from '../report/table';
import { addressOf, openDocIndex } from './doc-index';
import { QUESTIONS } from './questions';

const HITS = 3;
const DEPTH = 10;
const ROWS: readonly (readonly [string, readonly Ranking[]])[] = [
  ['words', ['words']],
  ['vectors', ['vectors']],
  ['both', ['words', 'vectors']],
];

/** Prints a table: how well each ranking finds the page that answers a question. */
export async function measureQuality(): Promise<void> {
  const { pages, embedder, close } = await openDocIndex();
  const names = new Set(pages.map(({ name }) => name));
  const unknown = QUESTIONS.filter(([, page]) => !names.has(page)).map(([, page]) => page);
  if (unknown.length > 0) throw new Error(`No such pages: ${unknown.join(', ')}.`);
  const rows: string[][] = [];
  for (const [label, by] of embedder ? ROWS : ROWS.slice(0, 1)) {
    const ranks = [];
    for (const [question, page] of QUESTIONS) ranks.push(await rankOf(question, page, by));
    rows.push([label, hitRate(ranks).toFixed(3), gain(ranks).toFixed(3)]);
  }
  console.log(`${QUESTIONS.length} questions about ${pages.length} pages\n`);
  table(['ranked by', `hit@${HITS}`, `nDCG@${DEPTH}`], rows);
  await close();
}

/** The position of the page among the pages that were found, from 1 up; Infinity if it was not found. */
async function rankOf(text: string, page: string, by: readonly Ranking[]): Promise<number> {
  const ids = await rankPassages({ text, accountId: newId() }, undefined, by);
  const rows = await database().query<{ id: number; url: string }>(
    'select p.id, d.url from web_passage p join web_document d on d.id = p.document_id where p.id = any($1::int[])',
    [ids],
  );
  const urls = new Map(rows.map(({ id, url }) => [id, url]));
  const found = [...new Set(ids.map((id) => urls.get(id)))];
  const at = found.indexOf(addressOf(page));
  return at < 0 ? Infinity : at + 1;
}

function hitRate(ranks: readonly number[]): number {
  return ranks.filter((rank) => rank <= HITS).length / ranks.length;
}

/** With one right page, the gain of a ranking is 1 / log2(rank + 1), and the best is 1. */
function gain(ranks: readonly number[]): number {
  const sum = ranks.reduce((total, rank) => total + (rank <= DEPTH ? 1 / Math.log2(rank + 1) : 0), 0);
  return sum / ranks.length;
}
