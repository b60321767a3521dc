import 'fake-indexeddb/auto';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { openImageDatabase } from '../history/database';
import { addImages, deleteImages } from '../history/images';
import { apiFailure } from '../../failure';
import { setJob, type StudioStore } from '../store';
import { drawing, testImage, testStudio, until } from '../test-studio';
import { cancelJob, enqueue, MOST_QUEUED, restoreJobs, resumeQueue, retryJob } from './queue';

const states = ({ state }: { state: { jobs: readonly { settings: { prompt: string }; state: string }[] } }) =>
  state.jobs.map((job) => `${job.settings.prompt}: ${job.state}`);

let databases = 0;
const openDatabase = () => openImageDatabase(`queue-${(databases += 1)}`, () => undefined);

/** A request to edit what `addSource` adds. */
const editing = (prompt: string) => ({
  ...drawing(prompt),
  work: { type: 'edit' as const, sourceId: 'one', prompt },
});
const addSource = (store: StudioStore) =>
  addImages(store, [{ image: testImage('one', { createdAt: 1 }), file: new Blob(['the source']) }]);

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
    expect(store.state.images.map(({ part }) => part)).toEqual([
      { at: 1, of: 2 },
      { at: 2, of: 2 },
    ]);
    expect(finished).toEqual([2]);
  });

  it('keeps the order of the answer, whichever file is measured first', async () => {
    let waits = 0;
    const measure = async () => {
      await sleep((waits += 10));
      return { width: 64, height: 32 };
    };
    const { store, keys, finish } = testStudio(null, { measure });
    enqueue(store, drawing('kite', { variants: 2 }));
    await until(() => keys.length === 1);
    finish('kite');
    await until(() => store.state.jobs.length === 0);
    expect(store.state.images.map(({ part }) => part?.at)).toEqual([1, 2]);
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
    await addSource(store);
    enqueue(store, editing('make it night'));
    await until(() => keys.length === 1);
    finish('make it night');
    await until(() => store.state.images[0]?.receipt?.cost === '0.03');
    expect(store.state.images[0]).toMatchObject({ kind: 'edited', sourceId: 'one', receipt: { cost: '0.03' } });
  });

  it('stores no copies of the images that it works on, and reads them when it is their turn', async () => {
    const database = await openDatabase();
    const sent: string[] = [];
    const { store, keys } = testStudio(database, {
      edit: async ({ image, prompt }) => {
        sent.push(`${prompt}: ${await image.text()}`);
        throw apiFailure({ status: 500, code: 'INFERENCE_FAILED' });
      },
    });
    await addSource(store);
    for (const prompt of ['a', 'b']) enqueue(store, drawing(prompt));
    enqueue(store, editing('c'));
    await until(() => keys.length === 2);
    const blobs = (row: object) => Object.values(row).filter((value) => value instanceof Blob);
    const rows = (await database?.getAll('jobs')) ?? [];
    expect(rows).toHaveLength(3);
    expect(rows.flatMap(({ work }) => blobs(work))).toEqual([]);
    cancelJob(store, store.state.jobs[0]?.id ?? '');
    await until(() => sent.length === 1);
    expect(sent).toEqual(['c: the source']);
  });

  it('sends nothing once the image is deleted, and does so after it is brought back', async () => {
    const { store, keys } = testStudio(await openDatabase());
    await addSource(store);
    const undo = await deleteImages(store, ['one']);
    const job = enqueue(store, editing('make it night'));
    await until(() => store.state.jobs[0]?.state === 'failed');
    expect(store.state.jobs[0]?.failure).toMatchObject({ code: 'SOURCE_DELETED' });
    expect([keys.length, store.state.pause]).toEqual([0, null]);
    await undo();
    retryJob(store, job?.id ?? '');
    await until(() => keys.length === 1);
  });

  it('keeps the last failed requests only', async () => {
    const failing = async function* () {
      await Promise.resolve();
      const failed = [{ variant: 0, code: 'MODEL_OVERLOADED', message: 'Busy.' }];
      yield { type: 'result' as const, images: [], failed, notApplied: [], receipt: null };
    };
    const { store } = testStudio(null, { draw: failing });
    for (let round = 0; round < 2; round += 1) {
      for (let at = 0; at < 30; at += 1) enqueue(store, drawing(`${round} ${at}`));
      await until(() => store.running.size === 0);
    }
    expect(store.state.jobs).toHaveLength(50);
    expect(store.state.jobs[0]?.settings.prompt).toBe('0 10');
    expect(store.claims.size).toBe(50);
  });
});

describe('what is paid for', () => {
  it('is kept although the request is cancelled once it has arrived', async () => {
    let measured: (() => void) | undefined;
    const measure = () =>
      new Promise<{ width: number; height: number }>((resolve) => {
        measured = () => resolve({ width: 64, height: 32 });
      });
    const { store, keys, finish } = testStudio(null, { measure });
    const job = enqueue(store, drawing('a'));
    await until(() => keys.length === 1);
    finish('a');
    await until(() => measured !== undefined);
    cancelJob(store, job?.id ?? '');
    measured?.();
    await until(() => store.state.images.length === 1);
    expect(store.state.jobs).toEqual([]);
  });

  it('is kept before the receipt is found', async () => {
    const { store, keys, finish } = testStudio(null, { receipt: () => new Promise(() => undefined) });
    await addSource(store);
    enqueue(store, editing('make it night'));
    await until(() => keys.length === 1);
    finish('make it night');
    await until(() => store.state.images.length === 2 && store.state.jobs.length === 0);
    expect(store.state.images[0]?.receipt).toBeNull();
  });

  it('is kept in the requested size if this browser cannot decode it', async () => {
    const { store, keys, finish } = testStudio(null, { measure: () => Promise.resolve(null) });
    enqueue(store, drawing('a', { variants: 2, width: 512, height: 768 }));
    await until(() => keys.length === 1);
    finish('a');
    await until(() => store.state.images.length === 2);
    expect(store.state.images[0]).toMatchObject({ width: 512, height: 768, receipt: { cost: '0.002' } });
  });

  it('has the receipt of the first request, also after a repeat', async () => {
    const asked: string[] = [];
    const receipt = (requestId: string) => {
      asked.push(requestId);
      const cost = { requestId, cost: '0.03', currency: 'USD' as const, images: 1 };
      return Promise.resolve(requestId === 'first' ? cost : ('none' as const));
    };
    let sendings = 0;
    const { store } = testStudio(null, {
      receipt,
      edit: ({ image }, { onAccepted }) => {
        sendings += 1;
        onAccepted({ requestId: 'first' });
        if (sendings === 1) throw apiFailure({ code: 'OFFLINE', requestId: 'first' });
        return Promise.resolve({ file: image, blurred: false, violation: false, notApplied: [] });
      },
    });
    await addSource(store);
    const job = enqueue(store, editing('make it night'));
    await until(() => store.state.jobs[0]?.charge !== null);
    expect(store.state.jobs[0]).toMatchObject({ state: 'failed', charge: { cost: '0.03' } });
    retryJob(store, job?.id ?? '');
    await until(() => store.state.images[0]?.receipt?.cost === '0.03');
    expect(new Set(asked)).toEqual(new Set(['first']));
  });

  it('has the receipt of the first request if only its repeat was answered', async () => {
    let sendings = 0;
    const { store } = testStudio(null, {
      receipt: (requestId) => Promise.resolve({ requestId, cost: '0.03', currency: 'USD', images: 1 }),
      edit: ({ image }, { onAccepted }) => {
        sendings += 1;
        if (sendings === 1) throw apiFailure({ code: 'OFFLINE' });
        onAccepted({ requestId: 'first' });
        return Promise.resolve({ file: image, blurred: false, violation: false, notApplied: [] });
      },
    });
    await addSource(store);
    const job = enqueue(store, editing('make it night'));
    await until(() => store.state.jobs[0]?.state === 'failed');
    retryJob(store, job?.id ?? '');
    await until(() => store.state.images[0]?.receipt?.requestId === 'first');
  });

  it('is not bought again while the first sending is under way', async () => {
    const { store, keys } = testStudio(null);
    const job = enqueue(store, drawing('a'));
    await until(() => keys.length === 1);
    const failure = { status: 409, code: 'CONFLICT', message: '', requestId: null, retryAfterSeconds: 5, at: 0 };
    store.running.clear();
    setJob(store, job?.id ?? '', { state: 'failed', failure });
    retryJob(store, job?.id ?? '');
    await until(() => keys.length === 2);
    expect(keys[0]).toBe(keys[1]);
  });

  it('adds nothing if a request is carried out twice', async () => {
    const database = await openDatabase();
    const [one, two] = [testStudio(database), testStudio(database)];
    enqueue(one.store, drawing('a'));
    await until(() => one.keys.length === 1);
    await restoreJobs(two.store);
    await until(() => two.keys.length === 1);
    one.finish('a');
    two.finish('a');
    await until(() => one.store.state.images.length === 1 && two.store.state.images.length === 1);
    await until(() => one.store.state.jobs.length + two.store.state.jobs.length === 0);
    expect(await database?.count('images')).toBe(1);
  });
});

describe('a request of which some images fail', () => {
  it('keeps the others, and offers to request the rest', async () => {
    const { store } = testStudio(null, {
      draw: async function* () {
        await Promise.resolve();
        const file = new Blob(['x'], { type: 'image/webp' });
        const images = [{ file, seed: 7, blurred: false, violation: false }];
        const failed = [{ variant: 1, code: 'MODEL_OVERLOADED', message: 'Busy.' }];
        yield { type: 'result', images, failed, notApplied: [], receipt: null };
      },
    });
    enqueue(store, drawing('a', { variants: 2, seed: 7 }));
    await until(() => store.state.images.length === 1 && store.state.jobs[0]?.state === 'failed');
    expect(store.state.jobs).toHaveLength(1);
    expect(store.state.jobs[0]).toMatchObject({
      settings: { variants: 1, seed: 8 },
      failure: { status: 200, code: 'MODEL_OVERLOADED', message: '1 of 2 images failed: Busy.' },
    });
  });

  it('averages the progress of images that are drawn at once', async () => {
    const { store } = testStudio(null, {
      draw: async function* (_body, { signal }) {
        yield { type: 'progress', variant: 1, share: 0.5, preview: undefined };
        yield { type: 'progress', variant: 0, share: 0.25, preview: undefined };
        yield { type: 'progress', variant: 1, share: 0.75, preview: undefined };
        await new Promise((_, reject) => signal.addEventListener('abort', reject));
      },
    });
    enqueue(store, drawing('a', { variants: 2 }));
    await until(() => store.state.jobs[0]?.shares[1] === 0.75);
    expect(store.state.jobs[0]?.share).toBe(0.5);
  });
});

describe('a pause', () => {
  it.each([
    [402, 'INSUFFICIENT_BALANCE', 'out_of_credit'],
    [401, 'SIGNED_OUT', 'signed_out'],
    [0, 'OFFLINE', 'offline'],
  ])('follows %s %s until somebody resumes', async (status, code, reason) => {
    const { store, keys, finish } = testStudio(null);
    for (const prompt of ['a', 'b', 'c']) enqueue(store, drawing(prompt));
    await until(() => keys.length === 2);
    finish('a', { status, code });
    await until(() => store.state.pause !== null && store.running.size === 1);
    expect(store.state.pause).toEqual({ reason, until: null });
    expect(states(store)).toEqual(['a: failed', 'b: running', 'c: waiting']);
    resumeQueue(store);
    await until(() => keys.length === 3);
  });

  it('lasts as long as the server says', async () => {
    const { store, keys, finish } = testStudio(null);
    for (const prompt of ['a', 'b', 'c']) enqueue(store, drawing(prompt));
    await until(() => keys.length === 2);
    const failedAt = Date.now();
    finish('a', { status: 429, code: 'RATE_LIMIT_EXCEEDED', retryAfterSeconds: 1 });
    await until(() => keys.length === 3);
    expect(Date.now() - failedAt).toBeGreaterThan(900);
    expect(store.state.pause).toBeNull();
  });
});

it('does not count failed requests as waiting', async () => {
  const { store, keys, finish } = testStudio(null);
  enqueue(store, drawing('a'));
  await until(() => keys.length === 1);
  finish('a', { status: 500, code: 'INFERENCE_FAILED' });
  await until(() => store.state.jobs[0]?.state === 'failed');
  for (let at = 0; at < MOST_QUEUED; at += 1) expect(enqueue(store, drawing(`${at}`))).not.toBeNull();
  expect(enqueue(store, drawing('more'))).toBeNull();
});

it('says that the queue is not stored', async () => {
  const database = await openDatabase();
  const { store, keys } = testStudio(database);
  database?.close();
  enqueue(store, drawing('a'));
  await until(() => keys.length === 1 && store.state.notice !== null);
  expect(store.state.notice).toContain('does not store the queue');
});

/** Locks as browsers have them: one owner each. */
function createLocks() {
  const held = new Set<string>();
  return (id: string) => {
    if (held.has(id)) return Promise.resolve(null);
    held.add(id);
    return Promise.resolve(() => void held.delete(id));
  };
}

describe('in two tabs', () => {
  it('a request stays in its tab, also while it waits or has failed', async () => {
    const database = await openDatabase();
    const claim = createLocks();
    const one = testStudio(database, { claim });
    for (const prompt of ['a', 'b', 'c']) enqueue(one.store, drawing(prompt));
    await until(() => one.keys.length === 2);
    one.finish('a', { status: 500, code: 'INFERENCE_FAILED' });
    await until(() => one.keys.length === 3);
    enqueue(one.store, drawing('d'));
    const two = testStudio(database, { claim });
    await restoreJobs(two.store);
    expect(two.store.state.jobs).toEqual([]);
    expect(states(one.store)).toEqual(['a: failed', 'b: running', 'c: running', 'd: waiting']);
  });

  it('is free for another tab once it is dismissed', async () => {
    const claim = createLocks();
    const { store, keys, finish } = testStudio(null, { claim });
    const job = enqueue(store, drawing('a'));
    await until(() => keys.length === 1);
    finish('a', { status: 500, code: 'INFERENCE_FAILED' });
    await until(() => store.state.jobs[0]?.state === 'failed' && store.running.size === 0);
    expect(await claim(job?.id ?? '')).toBeNull();
    cancelJob(store, job?.id ?? '');
    await until(() => store.claims.size === 0);
    expect(await claim(job?.id ?? '')).not.toBeNull();
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
    const other = testStudio(database, { claim: () => Promise.resolve(null) });
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
    const after = testStudio(database, {
      claim: (_id, waitMs) => {
        isGone ||= (waitMs ?? 0) > 1_000;
        return Promise.resolve(isGone ? () => undefined : null);
      },
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
