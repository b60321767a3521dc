import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { type BatchPlan, makeBatchQueue } from './batch-queue';

const PLAN = {
  maxTexts: 4,
  maxCharacters: 128,
  maxWaitingTexts: 20,
  maxWaitingCharacters: 1_000,
};
const LONG = 'x'.repeat(65);

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

it('lets accounts take turns when a batch takes longer than its work counts', async () => {
  const { queue, batches, finish } = startQueue({ maxTexts: 1 });
  const large = queue.add({ account: 'large', texts: texts(6) });
  const small = queue.add({ account: 'small', texts: ['b0', 'b1'] });
  for (let at = 0; at < 4; at += 1) {
    // A short text counts for 32 ms.
    await sleep(50);
    batches[at]?.end();
    await sleep(1);
  }
  expect(batches.slice(0, 5).map(({ texts: batch }) => batch[0])).toEqual(['t0', 'b0', 't1', 'b1', 't2']);
  await finish();
  expect([await large, await small].map(({ length }) => length)).toEqual([6, 2]);
});

it('bounds the characters of a batch, in which a short text is work, too', async () => {
  const { queue, batches, finish } = startQueue();
  const first = queue.add({ account: 'a', texts: ['s'] });
  const mixed = queue.add({ account: 'a', texts: ['s1', LONG, 's2', LONG, LONG, 'x'.repeat(200), 's3'] });
  await finish();
  await Promise.all([first, mixed]);
  // Of 128 characters; what has more is alone.
  expect(batches.map(({ texts: batch }) => batch.map(({ length }) => length))).toEqual([
    [1],
    [2, 65],
    [2, 65],
    [65],
    [200],
    [2],
  ]);
});

it('gives callers the next batch, and searches the one before, while thousands of passages wait', async () => {
  const { queue, batches, finish } = startQueue({ maxWaitingTexts: 20_000, maxWaitingCharacters: 1_000_000 });
  const filling = queue.add({ account: 'search-index', texts: texts(10_000, 'p'), rank: 'background' });
  const [large, small] = [
    queue.add({ account: 'large', texts: texts(8, 'l') }),
    queue.add({ account: 'small', texts: ['quick'] }),
  ];
  // It goes before texts of its account, too, and counts as its work: `small` is first among the others.
  const query = queue.add({ account: 'large', texts: ['query'], rank: 'query' });
  const order: string[] = [];
  for (const [name, end] of Object.entries({ large, small, query })) void end.then(() => order.push(name));
  for (let at = 0; at < 5; at += 1) {
    batches[at]?.end();
    await sleep(1);
  }
  expect(batches.slice(0, 6).map(({ texts: batch }) => batch.map((text) => text.charAt(0)).join(''))).toEqual([
    'pppp',
    'q',
    'qlll',
    'llll',
    'l',
    'pppp',
  ]);
  expect(order).toEqual(['query', 'small', 'large']);
  await finish();
  expect(await filling).toHaveLength(10_000);
}, 60_000);

it('gives what is in the background a batch now and then, however many callers come', async () => {
  const { queue, batches } = startQueue({ maxWaitingTexts: 1_000, maxWaitingCharacters: 10_000 });
  const filling = queue.add({ account: 'search-index', texts: texts(12, 'p'), rank: 'background' });
  const calls = [queue.add({ account: 'a', texts: texts(400, 't') }), filling];
  for (let at = 0; at < 34; at += 1) {
    batches[at]?.end();
    await sleep(1);
  }
  const ofBackground = batches.flatMap(({ texts: batch }, at) => (batch[0]?.startsWith('p') ? [at] : []));
  expect(ofBackground).toEqual([0, 16, 32]);
  for (let at = 34; at < batches.length; at += 1) {
    batches[at]?.end();
    await sleep(1);
  }
  expect((await Promise.all(calls)).map(({ length }) => length)).toEqual([400, 12]);
});

it('goes on with a text that is not finished when others had their turn, and keeps the order', async () => {
  const batches: string[][] = [];
  const work = (given: readonly string[], before: readonly (string | undefined)[]) => {
    batches.push([...given]);
    // A character is done at a time.
    return sleep(
      1,
      given.map((text, at) => (before[at] ?? '') + text.charAt(before[at]?.length ?? 0)),
    );
  };
  const { queue } = startQueue({ maxTexts: 1, work, isUnfinished: (result) => result.length < 3 });
  const long = queue.add({ account: 'a', texts: ['abc', 'def'] });
  const other = queue.add({ account: 'b', texts: ['xyz'] });
  expect(await Promise.all([long, other])).toEqual([['abc', 'def'], ['xyz']]);
  expect(batches.flat().slice(0, 4)).toEqual(['abc', 'xyz', 'abc', 'xyz']);
  expect(batches.flat().filter((text) => text !== 'xyz')).toEqual(['abc', 'abc', 'abc', 'def', 'def', 'def']);
  expect(queue.status()).toEqual({ waitingTexts: 0, waitingCharacters: 0 });
});

it('drops a text that is not finished when its caller leaves', async () => {
  const leaving = new AbortController();
  const { queue, batches } = startQueue({ isUnfinished: () => true });
  const left = queue.add({ account: 'a', texts: ['abc'], signal: leaving.signal });
  leaving.abort(new Error('left'));
  await expect(left).rejects.toThrow('left');
  batches[0]?.end();
  await sleep(1);
  expect(batches).toHaveLength(1);
  expect(queue.status()).toEqual({ waitingTexts: 0, waitingCharacters: 0 });
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
