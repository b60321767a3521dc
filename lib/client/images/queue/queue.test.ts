import 'fake-indexeddb/auto';
import { describe, expect, it } from 'vitest';
import { openImageDatabase } from '../history/database';
import { drawing, testStudio, until } from '../test-studio';
import { cancelJob, enqueue, MOST_QUEUED, restoreJobs, retryJob } from './queue';

const states = ({ state }: { state: { jobs: readonly { settings: { prompt: string }; state: string }[] } }) =>
  state.jobs.map((job) => `${job.settings.prompt}: ${job.state}`);

let databases = 0;
const openDatabase = () => openImageDatabase(`queue-${(databases += 1)}`, () => undefined);

describe('the queue', () => {
  it('runs two requests at once, the others in order', async () => {
    const { store, keys, finish } = testStudio(null);
    for (const prompt of ['a', 'b', 'c', 'd']) enqueue(store, drawing(prompt));
    await until(() => keys.length === 2);
    expect(states(store)).toEqual(['a: running', 'b: running', 'c: waiting', 'd: waiting']);
    finish('b');
    await until(() => keys.length === 3);
    expect(states(store)).toEqual(['a: running', 'c: running', 'd: waiting']);
    expect(new Set(keys).size).toBe(3);
  });

  it('keeps images with seed, receipt, and what was not applied', async () => {
    const { store, keys, finish } = testStudio(null);
    const finished: number[] = [];
    store.onFinished = (images) => finished.push(images.length);
    enqueue(store, drawing('kite', { variants: 2 }));
    await until(() => keys.length === 1 && store.state.jobs[0]?.share !== null);
    expect(store.state.jobs[0]).toMatchObject({ share: 0.25, previews: ['data:image/png;base64,AA==', undefined] });
    finish('kite');
    await until(() => store.state.jobs.length === 0);
    expect(store.state.images.map(({ settings }) => settings.seed)).toEqual([7, 8]);
    expect(store.state.images[0]).toMatchObject({
      modelName: 'demo',
      width: 64,
      height: 32,
      notApplied: ['steps'],
      receipt: { cost: '0.002', images: 2 },
      settings: { model: 'demo', variants: 1, prompt: 'kite' },
    });
    expect(finished).toEqual([2]);
  });

  it('stops a cancelled request and starts the next', async () => {
    const { store, keys } = testStudio(null);
    const jobs = ['a', 'b', 'c'].map((prompt) => enqueue(store, drawing(prompt)));
    await until(() => keys.length === 2);
    cancelJob(store, jobs[0]?.id ?? '');
    await until(() => keys.length === 3);
    expect(states(store)).toEqual(['b: running', 'c: running']);
    expect(store.state.images).toEqual([]);
  });

  it('keeps a failure, and retries with the same key', async () => {
    const { store, keys, finish } = testStudio(null);
    const job = enqueue(store, drawing('a'));
    await until(() => keys.length === 1);
    finish('a', { status: 402, code: 'INSUFFICIENT_BALANCE' });
    await until(() => store.state.jobs[0]?.state === 'failed');
    expect(store.state.jobs[0]?.failure).toMatchObject({ status: 402, code: 'INSUFFICIENT_BALANCE' });
    retryJob(store, job?.id ?? '');
    await until(() => keys.length === 2);
    expect(keys[0]).toBe(keys[1]);
    finish('a');
    await until(() => store.state.images.length === 1);
  });

  it('retries with a new key if the answer is lost for good', async () => {
    const { store, keys, finish } = testStudio(null);
    const job = enqueue(store, drawing('a'));
    await until(() => keys.length === 1);
    finish('a', { status: 409, code: 'CONFLICT' });
    await until(() => store.state.jobs[0]?.state === 'failed');
    retryJob(store, job?.id ?? '');
    await until(() => keys.length === 2);
    expect(keys[0]).not.toBe(keys[1]);
  });

  it('waits for a request that is still under way at the server', async () => {
    const { store, keys, finish } = testStudio(null);
    enqueue(store, drawing('a'));
    await until(() => keys.length === 1);
    finish('a', { status: 409, code: 'CONFLICT', retryAfterSeconds: 0 });
    await until(() => keys.length === 2);
    expect(keys[0]).toBe(keys[1]);
    expect(states(store)).toEqual(['a: running']);
  });

  it('fails without a request if the model is gone', async () => {
    const { store, keys } = testStudio(null);
    enqueue(store, drawing('a', {}, 'gone'));
    await until(() => store.state.jobs[0]?.state === 'failed');
    expect(store.state.jobs[0]?.failure?.code).toBe('MODEL_NOT_FOUND');
    expect(keys).toEqual([]);
  });

  it('is bounded', () => {
    const { store } = testStudio(null);
    for (let at = 0; at < MOST_QUEUED; at += 1) expect(enqueue(store, drawing(`${at}`))).not.toBeNull();
    expect(enqueue(store, drawing('more'))).toBeNull();
  });

  it('edits an image and finds its receipt', async () => {
    const { store, keys, finish } = testStudio(null);
    const image = new Blob(['x'], { type: 'image/png' });
    const work = { type: 'edit' as const, sourceId: 'one', image, prompt: 'make it night' };
    enqueue(store, { ...drawing('make it night'), work });
    await until(() => keys.length === 1);
    finish('make it night');
    await until(() => store.state.images.length === 1);
    expect(store.state.images[0]).toMatchObject({ kind: 'edited', sourceId: 'one', receipt: { cost: '0.03' } });
  });
});

describe('after a reload', () => {
  it('continues waiting and running requests with their keys, and keeps failed ones', async () => {
    const database = await openDatabase();
    const before = testStudio(database);
    for (const prompt of ['a', 'b', 'c']) enqueue(before.store, drawing(prompt));
    await until(() => before.keys.length === 2);
    before.finish('a', { status: 500, code: 'INFERENCE_FAILED' });
    await until(() => before.keys.length === 3);
    const after = testStudio(database);
    await restoreJobs(after.store);
    await until(() => after.keys.length === 2);
    expect(states(after.store)).toEqual(['a: failed', 'b: running', 'c: running']);
    expect(new Set(after.keys)).toEqual(new Set(before.keys.slice(1)));
    after.finish('b');
    await until(() => after.store.state.images.length === 1);
    const rows = await database?.getAllKeys('jobs');
    await until(() => after.store.state.jobs.length === 2);
    expect(rows?.length).toBeLessThanOrEqual(3);
  });

  it('leaves the requests of other tabs alone', async () => {
    const database = await openDatabase();
    const before = testStudio(database);
    enqueue(before.store, drawing('a'));
    await until(() => before.keys.length === 1);
    const other = testStudio(database, () => Promise.resolve(null));
    await restoreJobs(other.store);
    expect(other.store.state.jobs).toEqual([]);
    expect(other.keys).toEqual([]);
  });

  it('continues a request that the page before still had for a moment', async () => {
    const database = await openDatabase();
    const before = testStudio(database);
    enqueue(before.store, drawing('a'));
    await until(() => before.keys.length === 1);
    let isGone = false;
    const after = testStudio(database, (_id, waitMs) => {
      isGone ||= (waitMs ?? 0) > 1_000;
      return Promise.resolve(isGone ? () => undefined : null);
    });
    await restoreJobs(after.store);
    await until(() => after.keys.length === 1);
    expect(states(after.store)).toEqual(['a: running']);
    expect(after.keys).toEqual(before.keys);
  });

  it('does not repeat what was finished or cancelled', async () => {
    const database = await openDatabase();
    const before = testStudio(database);
    const [first] = [enqueue(before.store, drawing('a')), enqueue(before.store, drawing('b'))];
    await until(() => before.keys.length === 2);
    cancelJob(before.store, first?.id ?? '');
    before.finish('b');
    await until(() => before.store.state.jobs.length === 0 && before.store.running.size === 0);
    const after = testStudio(database);
    await restoreJobs(after.store);
    expect(after.store.state.jobs).toEqual([]);
  });
});
