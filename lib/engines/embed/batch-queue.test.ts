import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { type BatchPlan, makeBatchQueue } from './batch-queue';

const PLAN = {
  maxTexts: 4,
  longCharacters: 10,
  maxLongCharacters: 40,
  maxWaitingTexts: 20,
  maxWaitingCharacters: 1_000,
};
const LONG = 'x'.repeat(11);

/** A queue whose batches end when the test says so. */
function startQueue(more: Partial<BatchPlan<string>> = {}) {
  const batches: { texts: readonly string[]; end: (failure?: Error) => void }[] = [];
  const queue = makeBatchQueue<string>({
    ...PLAN,
    work: (texts) =>
      new Promise((resolve, reject) => {
        const end = (failure?: Error) => (failure ? reject(failure) : resolve(texts.map((text) => text.toUpperCase())));
        batches.push({ texts, end });
      }),
    ...more,
  });
  /** Ends every batch as soon as it has begun. */
  const finish = async () => {
    for (let at = 0; at < batches.length; at += 1) {
      batches[at]?.end();
      await sleep(1);
    }
  };
  return { queue, batches, finish };
}

const texts = (count: number, name = 't') => Array.from({ length: count }, (_, at) => `${name}${at}`);

it('returns a result for each text, in order, across batches', async () => {
  const { queue, finish } = startQueue();
  const done = queue.add({ account: 'a', texts: [...texts(9), LONG, 'z'] });
  await finish();
  expect(await done).toEqual([...texts(9), LONG, 'z'].map((text) => text.toUpperCase()));
  expect(queue.status()).toEqual({ waitingTexts: 0, waitingCharacters: 0 });
  expect(await queue.add({ account: 'a', texts: [] })).toEqual([]);
});

it('joins the texts of several callers', async () => {
  const { queue, batches, finish } = startQueue();
  const first = queue.add({ account: 'a', texts: ['begins'] });
  const others = ['b', 'c', 'd'].map((account) => queue.add({ account, texts: [`of ${account}`] }));
  batches[0]?.end();
  await first;
  await sleep(1);
  expect(batches[1]?.texts.toSorted()).toEqual(['of b', 'of c', 'of d']);
  await finish();
  expect(await Promise.all(others)).toEqual([['OF B'], ['OF C'], ['OF D']]);
});

it('serves a small caller before the rest of a large one', async () => {
  const { queue, batches, finish } = startQueue();
  const large = queue.add({ account: 'large', texts: texts(16) });
  const small = queue.add({ account: 'small', texts: ['quick'] });
  batches[0]?.end();
  await sleep(1);
  expect(batches[1]?.texts).toContain('quick');
  batches[1]?.end();
  expect(await small).toEqual(['QUICK']);
  await finish();
  expect(await large).toHaveLength(16);
});

it('keeps long texts apart from short ones', async () => {
  const { queue, batches, finish } = startQueue();
  const first = queue.add({ account: 'a', texts: ['s'] });
  const mixed = queue.add({ account: 'a', texts: ['s1', LONG, 's2', LONG, LONG, LONG] });
  await finish();
  await Promise.all([first, mixed]);
  for (const { texts: batch } of batches) expect(new Set(batch.map(({ length }) => length > 10)).size).toBe(1);
  // Three of eleven characters fit into forty.
  expect(batches.map(({ texts: batch }) => batch.length)).toEqual([1, 2, 3, 1]);
});

it('drops what waits when its caller leaves, and goes on with the others', async () => {
  const { queue, batches, finish } = startQueue();
  const leaving = new AbortController();
  const left = queue.add({ account: 'a', texts: texts(8), signal: leaving.signal });
  const other = queue.add({ account: 'a', texts: ['o'] });
  leaving.abort(new Error('left'));
  await expect(left).rejects.toThrow('left');
  expect(queue.status().waitingTexts).toBe(1);
  await finish();
  expect(await other).toEqual(['O']);
  expect(batches.flatMap(({ texts: batch }) => batch)).toHaveLength(5);
  await expect(queue.add({ account: 'a', texts: ['x'], signal: leaving.signal })).rejects.toThrow('left');
});

it('fails the calls of a batch that fails, and no others', async () => {
  const { queue, batches, finish } = startQueue();
  const failing = queue.add({ account: 'a', texts: texts(6) });
  const other = queue.add({ account: 'b', texts: ['o'] });
  batches[0]?.end(new Error('lost'));
  await expect(failing).rejects.toThrow('lost');
  await sleep(1);
  await finish();
  expect(await other).toEqual(['O']);
});

it('does not take fewer results for an answer', async () => {
  const { queue } = startQueue({ work: () => Promise.resolve(['one']) });
  await expect(queue.add({ account: 'a', texts: texts(2) })).rejects.toThrow('fewer');
});

it('refuses what is beyond its bounds, first of the account with the most', async () => {
  const { queue, finish } = startQueue();
  const first = queue.add({ account: 'large', texts: texts(4) });
  const kept = queue.add({ account: 'large', texts: texts(12) });
  const newest = queue.add({ account: 'large', texts: texts(8) });
  const small = queue.add({ account: 'small', texts: texts(2) });
  await expect(newest).rejects.toMatchObject({ code: 'MODEL_AT_CAPACITY', status: 503 });
  await expect(queue.add({ account: 'large', texts: texts(9) })).rejects.toMatchObject({ code: 'MODEL_AT_CAPACITY' });
  await finish();
  expect((await Promise.all([first, kept, small])).map(({ length }) => length)).toEqual([4, 12, 2]);
});

it('refuses an account with many texts, not one with more characters, when there are too many texts', async () => {
  const { queue, batches, finish } = startQueue();
  const first = queue.add({ account: 'many', texts: texts(4) });
  const kept = queue.add({ account: 'many', texts: texts(10) });
  const newest = queue.add({ account: 'many', texts: texts(10) });
  // 900 characters are more than the others have together, but it is one text.
  const single = queue.add({ account: 'single', texts: ['x'.repeat(900)] });
  await expect(newest).rejects.toMatchObject({ code: 'MODEL_AT_CAPACITY' });
  await finish();
  expect((await Promise.all([first, kept, single])).map(({ length }) => length)).toEqual([4, 10, 1]);
  expect(batches.flatMap(({ texts: batch }) => batch)).toHaveLength(15);
});

it('refuses a call that is beyond a bound by itself, also when nothing waits', async () => {
  const { queue } = startQueue();
  const refused = { code: 'MODEL_AT_CAPACITY' };
  await expect(queue.add({ account: 'a', texts: texts(21) })).rejects.toMatchObject(refused);
  await expect(queue.add({ account: 'a', texts: ['x'.repeat(1_001)] })).rejects.toMatchObject(refused);
});

it('refuses nothing of others for a call that cannot wait anyway', async () => {
  const { queue, finish } = startQueue();
  const first = queue.add({ account: 'many', texts: texts(4) });
  const waiting = [queue.add({ account: 'many', texts: texts(10) }), queue.add({ account: 'many', texts: texts(10) })];
  // Some texts of the other account would have to go, but of characters it has the most itself.
  await expect(queue.add({ account: 'long', texts: ['x'.repeat(1_001)] })).rejects.toMatchObject({
    code: 'MODEL_AT_CAPACITY',
  });
  await finish();
  expect((await Promise.all([first, ...waiting])).map(({ length }) => length)).toEqual([4, 10, 10]);
});

it('tries a batch that fails once more by account, so that only the one at fault fails', async () => {
  const seen: (readonly string[])[] = [];
  const work = (batch: readonly string[]) => {
    seen.push(batch);
    if (batch.includes('bad')) return Promise.reject(new Error('lost'));
    return Promise.resolve(batch.map((text) => text.toUpperCase()));
  };
  const { queue } = startQueue({ work });
  const calls = [
    ['a', 'begins'],
    ['good', 'g1'],
    ['evil', 'bad'],
    ['good', 'g2'],
  ] as const;
  const ends = await Promise.allSettled(calls.map(([account, text]) => queue.add({ account, texts: [text] })));
  expect(ends.map((end) => (end.status === 'fulfilled' ? end.value : String(end.reason)))).toEqual([
    ['BEGINS'],
    ['G1'],
    'Error: lost',
    ['G2'],
  ]);
  // The second batch had all three, and no text was tried a third time.
  expect(seen.slice(1).map((batch) => batch.length)).toEqual([3, 2, 1]);
  expect(queue.status()).toEqual({ waitingTexts: 0, waitingCharacters: 0 });
});
