/**
 * `npm run -s bench -- embeddings [--texts=64]`: texts embedded per second by the engine (queue, process, tokens, means)
 * beside the bare runtime, which gets finished tokens in this process, in alternate rounds. Both use one thread, at the
 * same priority.
 *
 * Prints Markdown; never fails because of a slow result.
 */
import { readFile } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import { Tensor } from 'onnxruntime-node';
import { EMBEDDING_DIMENSIONS } from '../lib/engines/embed/dimensions';
import { embedTexts } from '../lib/engines/embed/embed-texts';
import { embeddingModelPath, vocabularyPath } from '../lib/engines/embed/embedding-model';
import { installTestEmbeddingModel } from '../lib/engines/embed/test-embedding-model';
import { readVocabulary, tokenize } from '../lib/engines/embed/word-piece';
import { openSession } from '../lib/engines/onnx/open-session';
import { printMachine } from './report/machine';
import { median } from './report/median';
import { numberOption } from './report/options';
import { table } from './report/table';

const TEXTS = numberOption('texts', 64);
/** Of a run; the engine takes at most as many, with at most 1,000 characters. */
const BATCH = 32;
const ROUNDS = 5;
const LENGTHS = [10, 40, 120];
const WORDS =
  'the harbor lights of a small town were seen by every ship that came home in the cold month of march'.split(' ');

const textOf = (words: number, at: number): string =>
  Array.from({ length: words }, (_, word) => WORDS[(at * 7 + word * (1 + (at % 5))) % WORDS.length]).join(' ');

/** Runs finished tokens, filled up to the longest of each batch. */
async function openBare(texts: readonly string[]): Promise<() => Promise<void>> {
  const session = await openSession(await readFile(embeddingModelPath() ?? ''));
  const vocabulary = readVocabulary(await readFile(vocabularyPath(), 'utf8'));
  const tokens = texts.map((text) => [vocabulary.first, ...tokenize(text, vocabulary).slice(0, 254), vocabulary.last]);
  const batches = Array.from({ length: Math.ceil(texts.length / BATCH) }, (_, at) => {
    const rows = tokens.slice(at * BATCH, (at + 1) * BATCH);
    const length = Math.max(...rows.map((row) => row.length));
    const ids = BigInt64Array.from(
      rows.flatMap((row) => Array.from({ length }, (_, column) => BigInt(row[column] ?? 0))),
    );
    const mask = ids.map((id) => (id === 0n ? 0n : 1n));
    const tensor = (data: BigInt64Array) => new Tensor('int64', data, [rows.length, length]);
    return {
      input_ids: tensor(ids),
      attention_mask: tensor(mask),
      token_type_ids: tensor(new BigInt64Array(ids.length)),
    };
  });
  return async () => {
    for (const batch of batches) await session.run(batch);
  };
}

async function perSecond(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return (TEXTS * 1000) / (performance.now() - began);
}

printMachine();
// That of the engine's process: on a busy machine, the bare runtime would otherwise get more of the processors.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
await installTestEmbeddingModel();
const rows: string[][] = [];
for (const words of LENGTHS) {
  const texts = Array.from({ length: TEXTS }, (_, at) => textOf(words, at));
  const bare = await openBare(texts);
  const engine = () => embedTexts({ texts });
  await engine();
  await bare();
  const [ours, direct]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    ours.push(await perSecond(engine));
    direct.push(await perSecond(bare));
  }
  const [own, other] = [median(ours), median(direct)];
  rows.push([`${words} words`, `${own.toFixed(0)}/s`, `${other.toFixed(0)}/s`, `× ${(own / other).toFixed(2)}`]);
}
console.log(`${TEXTS} texts, ${EMBEDDING_DIMENSIONS} dimensions, medians of ${ROUNDS} rounds\n`);
table(['texts of', 'engine', 'bare runtime', 'ratio'], rows);
// The engine's process may still be idle.
process.exit();
