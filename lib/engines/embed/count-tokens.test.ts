import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { newId } from '../../core/ids';
import { countMostTokens } from './count-tokens';
import { vocabularyPath } from './embedding-model';
import { windowsOf } from './windows';
import { readVocabulary, tokenize } from './word-piece';

const vocabulary = readVocabulary(readFileSync(vocabularyPath(), 'utf8'));

/** What the process that embeds texts reports for them. */
const charged = (texts: readonly string[]) =>
  windowsOf(
    texts.map((text) => tokenize(text, vocabulary)),
    vocabulary,
  ).reduce((sum, { ids }) => sum + ids.length, 0);

const english = readFileSync(new URL('../../../docs/api-rules.md', import.meta.url), 'utf8').replaceAll('`', ' ');

it.each([
  ['one word', ['kite']],
  ['white space', [' \n ']],
  ['several windows', ['word '.repeat(1_000)]],
  ['running text', [english.slice(0, 30_000), 'short', english.slice(30_000, 60_000)]],
  ['marks without white space', ['!'.repeat(20_000), '東'.repeat(5_000)]],
  ['many texts', Array.from({ length: 2_048 }, (_, at) => `text ${at}`)],
])('counts exactly what is charged: %s', async (_name, texts) => {
  expect(await countMostTokens({ texts })).toBe(charged(texts));
});

it.each([
  ['a long word', ['x'.repeat(20_000)]],
  ['letters that fall apart', ['각'.repeat(3_000), '\u0344'.repeat(3_000)]],
  ['more than is tokenized', [english.slice(0, 90_000), english.slice(0, 27_000)]],
  ['words that control characters do not end', ['qzxj\u000b\ufeff'.repeat(4_000)]],
])('counts no less than is charged, and no more than characters: %s', async (_name, texts) => {
  const counted = await countMostTokens({ texts });
  expect(counted).toBeGreaterThanOrEqual(charged(texts));
  const characters = texts.reduce((sum, text) => sum + text.normalize('NFD').length, 0);
  expect(counted).toBeLessThanOrEqual(1.01 * characters + 2 * texts.length);
});

it('counts no less than is charged, whatever it gets', async () => {
  const part = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 20 }),
    fc.constantFrom('\v', '\ufeff', ' ', 'lighthouse'),
  );
  const text = fc
    .tuple(fc.array(part, { maxLength: 20 }), fc.integer({ min: 1, max: 300 }))
    .map(([parts, times]) => parts.join('').repeat(times).slice(0, 10_000));
  const property = fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 3 }), async (texts) => {
    expect(await countMostTokens({ texts })).toBeGreaterThanOrEqual(charged(texts));
  });
  await fc.assert(property, { numRuns: 50 });
});

it('leaves turns to others, and ends when its caller leaves', async () => {
  let turns = 0;
  let isDone = false;
  const turn = (): void => {
    turns += 1;
    if (!isDone) setImmediate(turn);
  };
  setImmediate(turn);
  const texts = Array<string>(200).fill('qzxjkvwq '.repeat(3_000));
  await countMostTokens({ texts, account: newId() });
  isDone = true;
  expect(turns).toBeGreaterThan(50);
  const leaving = new AbortController();
  const left = countMostTokens({ texts, account: newId(), signal: leaving.signal });
  leaving.abort(new Error('left'));
  await expect(left).rejects.toThrow('left');
});
