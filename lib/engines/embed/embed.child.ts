/** Embeds texts: compiled code that computes for long, so it is kept off the service's thread. */
import { readFile } from 'node:fs/promises';
import { type InferenceSession, Tensor } from 'onnxruntime-node';
import { serveJobs } from '../../platform/child/serve-jobs';
import { openSession } from '../onnx/open-session';
import type { EmbedAnswer, EmbedJob, EmbedText } from './jobs';
import { nextPiece, toSums, type TokenWindow, windowsOf } from './windows';
import { readVocabulary, tokenize, type Vocabulary } from './word-piece';

/** The model's output: a vector for each token. */
const OUTPUT = 'last_hidden_state';

type Loaded = { session: InferenceSession; vocabulary: Vocabulary };

let loaded: { path: string; model: Promise<Loaded> } | null = null;

serveJobs<Omit<EmbedJob, 'bytes'>, EmbedAnswer>(embed);

async function embed({ bytes, modelPath, vocabularyPath }: EmbedJob): Promise<EmbedAnswer> {
  if (loaded?.path !== modelPath) loaded = { path: modelPath, model: load(modelPath, vocabularyPath) };
  const { session, vocabulary } = await loaded.model;
  // Only our own service writes the list.
  const texts = JSON.parse(new TextDecoder().decode(bytes)) as EmbedText[];
  const tokens = texts.map(({ text }) => tokenize(text, vocabulary));
  const done = texts.map((text) => text.done);
  const { windows, left } = nextPiece(windowsOf(tokens, vocabulary), done);
  const sums = await toSums(windows, texts.length, (batch, length) => run(session, batch, length));
  return { ...countsOf(windows, texts.length), left, bytes: new Uint8Array(sums.buffer) };
}

async function load(modelPath: string, vocabularyPath: string): Promise<Loaded> {
  const session = await openSession(await readFile(modelPath));
  return { session, vocabulary: readVocabulary(await readFile(vocabularyPath, 'utf8')) };
}

/** The vectors of the tokens of all windows, one after the other; shorter windows are filled up to the length. */
async function run(session: InferenceSession, windows: readonly TokenWindow[], length: number): Promise<Float32Array> {
  const ids = new BigInt64Array(windows.length * length);
  const mask = new BigInt64Array(ids.length);
  windows.forEach((window, row) => {
    window.ids.forEach((id, column) => {
      ids[row * length + column] = BigInt(id);
      mask[row * length + column] = 1n;
    });
  });
  const shape = [windows.length, length];
  const results = await session.run({
    input_ids: new Tensor('int64', ids, shape),
    attention_mask: new Tensor('int64', mask, shape),
    token_type_ids: new Tensor('int64', new BigInt64Array(ids.length), shape),
  });
  const data = results[OUTPUT]?.data;
  if (!(data instanceof Float32Array)) throw new Error('The model has no such output.');
  return data;
}

/** What the model read of each text, the first and last tokens of windows included. */
function countsOf(windows: readonly TokenWindow[], texts: number): Pick<EmbedAnswer, 'tokens' | 'windows'> {
  const counts = { tokens: new Array<number>(texts).fill(0), windows: new Array<number>(texts).fill(0) };
  for (const { text, ids } of windows) {
    counts.tokens[text] = (counts.tokens[text] ?? 0) + ids.length;
    counts.windows[text] = (counts.windows[text] ?? 0) + 1;
  }
  return counts;
}
