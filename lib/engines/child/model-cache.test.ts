import { beforeEach, expect, it } from 'vitest';
import { createModelCache } from './model-cache';

const MINUTE = 60_000;

let nowMs = 0;
let log: string[] = [];

beforeEach(() => {
  nowMs = 0;
  log = [];
});

const wanted = (id: string, memoryBytes: number) => ({ id, path: `/models/${id}`, memoryBytes });

function openCache(boundBytes = 10) {
  return createModelCache<ReturnType<typeof wanted>, string>({
    load: ({ id }) => {
      log.push(`load ${id}`);
      return id === 'broken' ? Promise.reject(new Error('no such file')) : Promise.resolve(id);
    },
    dispose: (id) => {
      log.push(`dispose ${id}`);
      return Promise.resolve();
    },
    boundBytes,
    now: () => nowMs,
  });
}

it('loads each model once, and keeps all that fit', async () => {
  const lend = openCache();
  const leases = await Promise.all([lend(wanted('a', 4)), lend(wanted('a', 4)), lend(wanted('b', 6))]);
  expect(leases.map(({ model }) => model)).toEqual(['a', 'a', 'b']);
  expect(log).toEqual(['load a', 'load b']);
});

it('refuses a model above the bound with its figures, and goes on serving the others', async () => {
  const lend = openCache(2e9);
  await lend(wanted('a', 1e9));
  await expect(lend(wanted('large', 2.1e9))).rejects.toMatchObject({
    code: 'MODEL_OFFLINE',
    message: 'large needs 2.1 GB of memory, but embedded models may use only 2.0 GB here.',
  });
  expect((await lend(wanted('a', 1e9))).model).toBe('a');
  expect(log).toEqual(['load a']);
});

it('removes the model that has been idle longest, after a minute, and never one in use', async () => {
  const lend = openCache();
  const a = await lend(wanted('a', 4));
  (await lend(wanted('b', 4))).release();
  nowMs = MINUTE - 1;
  await expect(lend(wanted('c', 4))).rejects.toMatchObject({ code: 'MODEL_AT_CAPACITY' });
  nowMs = MINUTE;
  await lend(wanted('c', 4));
  expect(log).toEqual(['load a', 'load b', 'dispose b', 'load c']);
  nowMs = 10 * MINUTE;
  await expect(lend(wanted('d', 10))).rejects.toMatchObject({ code: 'MODEL_AT_CAPACITY' });
  a.release();
  expect(log).toHaveLength(4);
});

it('does not let two callers in turns make it load again and again', async () => {
  const lend = openCache();
  (await lend(wanted('a', 6))).release();
  for (let turn = 0; turn < 20; turn += 1) {
    nowMs += 1_000;
    await expect(lend(wanted('b', 6))).rejects.toMatchObject({ code: 'MODEL_AT_CAPACITY' });
    (await lend(wanted('a', 6))).release();
  }
  expect(log).toEqual(['load a']);
});

it('counts the memory of models that are still loading', async () => {
  const lend = openCache();
  const [a, b] = await Promise.allSettled([lend(wanted('a', 6)), lend(wanted('b', 6))]);
  expect([a.status, b.status]).toEqual(['fulfilled', 'rejected']);
});

it('forgets a model that could not be loaded', async () => {
  const lend = openCache();
  await expect(lend(wanted('broken', 6))).rejects.toThrow('no such file');
  await expect(lend(wanted('broken', 6))).rejects.toThrow('no such file');
  expect((await lend(wanted('a', 6))).model).toBe('a');
  expect(log).toEqual(['load broken', 'load broken', 'load a']);
});
