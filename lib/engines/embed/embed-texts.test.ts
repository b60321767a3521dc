import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '../../core/ids';
import { localEmbedder } from '../../providers/local/embedder';
import { countMostTokens } from './count-tokens';
import { embedTexts } from './embed-texts';
import { installEmbeddingModel } from './embedding-model';
import { installTestEmbeddingModel } from './test-embedding-model';

const SLOW_MS = 300_000;

// Loading the model takes a second, and much longer on a busy machine.
beforeAll(async () => {
  await installTestEmbeddingModel();
  await embedTexts({ texts: ['warm'] });
}, SLOW_MS);
afterAll(() => installEmbeddingModel(null));

const dot = (left: Float32Array = new Float32Array(0), right: Float32Array = new Float32Array(0)) =>
  left.reduce((sum, value, at) => sum + value * (right[at] ?? 0), 0);

it(
  'gives texts of similar meaning similar vectors of length one',
  async () => {
    const sentences = [
      'How do I reset my password?',
      'I forgot my login and need a new password.',
      'The recipe needs two eggs and some flour.',
    ];
    const vectors = await localEmbedder()?.embed(sentences, { account: newId(), rank: 'query' });
    const [first, second, third] = vectors ?? [];
    expect(first?.length).toBe(384);
    for (const vector of vectors ?? []) expect(dot(vector, vector)).toBeCloseTo(1, 4);
    expect(dot(first, second)).toBeGreaterThan(0.5);
    expect(dot(first, third)).toBeLessThan(0.2);
  },
  SLOW_MS,
);

it(
  'gives a text the same vector and count, alone and among others of all lengths',
  async () => {
    const text = 'A red kite above a lighthouse';
    const [alone] = await embedTexts({ texts: [text] });
    const [long, among] = await Promise.all([
      embedTexts({ texts: ['word '.repeat(300)], account: newId() }),
      embedTexts({ texts: ['x', text, 'A somewhat longer sentence, with more words than the others have.'] }),
    ]);
    expect(dot(alone?.vector, among[1]?.vector)).toBeGreaterThan(0.999);
    expect(alone?.tokens).toBe(8);
    expect(among[1]?.tokens).toBe(8);
    // Two windows, each with a first and a last token.
    expect(long[0]?.tokens).toBe(304);
  },
  SLOW_MS,
);

it(
  'embeds the query of an account before the rest of what fills the index',
  async () => {
    const order: string[] = [];
    const passages = Array.from({ length: 100 }, (_, at) => `passage ${at}`);
    const filling = localEmbedder()?.embed(passages, { account: 'search-index', rank: 'background' });
    const query = localEmbedder()?.embed(['a query'], { account: newId(), rank: 'query' });
    await Promise.all([filling?.then(() => order.push('index')), query?.then(() => order.push('query'))]);
    expect(order).toEqual(['query', 'index']);
  },
  SLOW_MS,
);

it(
  'embeds a word of one account before the rest of a long text of another one',
  async () => {
    const order: string[] = [];
    const long = embedTexts({ texts: ['word '.repeat(1_500)], account: newId() });
    // The first piece of the long text has begun.
    await sleep(1);
    const short = embedTexts({ texts: ['word'], account: newId() });
    await Promise.all([long.then(() => order.push('long')), short.then(() => order.push('short'))]);
    expect(order).toEqual(['short', 'long']);
    // Six windows, each with a first and a last token.
    const [whole] = await long;
    expect(whole?.tokens).toBe(1_512);
    expect(dot(whole?.vector, whole?.vector)).toBeCloseTo(1, 4);
  },
  SLOW_MS,
);

it(
  'gives a text that is embedded in pieces the mean over all of them',
  async () => {
    const [first, second] = ['red kite '.repeat(127), 'deep sea '.repeat(127)];
    const whole = await embedTexts({ texts: [`${first}${second}`] });
    const halves = await embedTexts({ texts: [first, second] });
    const [one, other] = halves.map(({ vector }) => vector);
    const towards = dot(whole[0]?.vector, one) + dot(whole[0]?.vector, other);
    expect(whole[0]?.tokens).toBe((halves[0]?.tokens ?? 0) + (halves[1]?.tokens ?? 0));
    // Both halves are in it: it lies between them, and the sum of two unit vectors has at most this length.
    expect(towards).toBeGreaterThan(0.95 * Math.sqrt(2 + 2 * dot(one, other)));
  },
  SLOW_MS,
);

it(
  'reports as many tokens as are counted for the hold',
  async () => {
    const texts = ['A red kite above a lighthouse', '!'.repeat(600), 'word '.repeat(300), '\u0301'];
    const results = await embedTexts({ texts, account: newId() });
    expect(results.reduce((sum, { tokens }) => sum + tokens, 0)).toBe(await countMostTokens({ texts }));
  },
  SLOW_MS,
);

it('refuses what it could not do in minutes, and everything without its weights', async () => {
  await expect(embedTexts({ texts: ['a', 'x'.repeat(40_001)] })).rejects.toMatchObject({
    code: 'INVALID_REQUEST',
    message: expect.stringContaining('Text 1 is too long'),
  });
  installEmbeddingModel(null);
  expect(localEmbedder()).toBeNull();
  await expect(embedTexts({ texts: ['a'] })).rejects.toMatchObject({ code: 'MODEL_OFFLINE', status: 503 });
  await installTestEmbeddingModel();
});
