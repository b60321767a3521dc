import fc from 'fast-check';
import { expect, it } from 'vitest';
import { jsonText } from './json-text';

const alternative = (at: number) => ({ token: ` t${at}`, logprob: -at / 7, bytes: [32, 116] });
const logprobs = (tokens: number) =>
  Array.from({ length: tokens }, (_, at) => ({
    ...alternative(at),
    top_logprobs: Array.from({ length: 20 }, (_, n) => alternative(n)),
  }));

it('writes short documents synchronously', () => {
  expect(jsonText({ a: [1, 'b', null], c: undefined, d: new Date(0) }, 'one')).toBe(
    '{"a":[1,"b",null],"d":"1970-01-01T00:00:00.000Z"}',
  );
});

it('writes long lists as JSON.stringify does, whatever surrounds and fills them', async () => {
  const entry = fc.anything({ withDate: true, withNullPrototype: true, maxDepth: 2 });
  await fc.assert(
    fc.asyncProperty(fc.array(entry, { maxLength: 5 }), fc.dictionary(fc.string(), entry), async (entries, around) => {
      const list = [...entries, ...Array<number>(600).fill(1)];
      const document = { around, none: undefined, data: [{ list }, { list: [...entries, list] }] };
      expect(await jsonText(document, 'one')).toBe(JSON.stringify(document));
    }),
    { numRuns: 50 },
  );
});

it('writes long texts as JSON.stringify does, wherever they are cut', async () => {
  for (const start of ['', 'x', 'xy']) {
    for (const filler of ['ab"\\\n', '🦊', '\ud83e', 'é']) {
      const document = { start, images: [`${start}${filler.repeat(300_000)}`, 'short'], none: undefined };
      expect((await jsonText(document, 'one')) === JSON.stringify(document)).toBe(true);
    }
  }
});

it.each<[string, () => object]>([
  ['list', () => ({ choices: [{ logprobs: { content: logprobs(4_000) } }] })],
  ['text', () => ({ images: ['A'.repeat(4_000_000)] })],
])('yields to the event loop while it writes a large document with a long %s', async (_name, make) => {
  const document = make();
  let turns = 0;
  let isDone = false;
  const turn = (): void => {
    turns += 1;
    if (!isDone) setImmediate(turn);
  };
  setImmediate(turn);
  const text = await jsonText(document, 'one');
  isDone = true;
  expect(turns).toBeGreaterThan(3);
  expect(text === JSON.stringify(document)).toBe(true);
});
