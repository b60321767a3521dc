import { afterAll, beforeAll, expect, it } from 'vitest';
import { database, type Database } from '../../../platform/db';
import { beginStopping } from '../../../platform/stop/stopping';
import { openTestDatabase } from '../../../platform/testing/test-database';
import { type Embedder, installEmbedder } from '../embedder';
import { testEmbedder } from '../test-embedder';
import { fillVectors } from './fill-vectors';
import { putTestPassages } from './test-passages';

let opened: Database;
beforeAll(async () => {
  opened = await openTestDatabase();
  await putTestPassages(null, 'operator', 100);
}, 60_000);
afterAll(() => opened.close());

/** Embeds the first turn; `during` decides how the second one ends. */
function useEmbedder(during: (signal?: AbortSignal) => Promise<never>): void {
  let turn = 0;
  const embed: Embedder['embed'] = (texts, by) =>
    (turn += 1) === 1 ? testEmbedder.embed(texts, by) : during(by.signal);
  installEmbedder(() => ({ ...testEmbedder, embed }));
}

const countTaken = () => database().query('select passage_id from web_vector_queue where taken_until is not null');

it('ends without an error when its run is aborted, and gives the turn back', async () => {
  const controller = new AbortController();
  useEmbedder((signal) => {
    controller.abort();
    return Promise.reject(signal?.reason as Error);
  });
  expect(await fillVectors(controller.signal)).toBe(32);
  expect(await countTaken()).toEqual([]);
});

it('still fails when the embedder does', async () => {
  useEmbedder(() => Promise.reject(new Error('The process was lost.')));
  await expect(fillVectors()).rejects.toThrow('was lost');
});

// The last one: stopping cannot be undone.
it('ends without an error when its process is lost because the service stops', async () => {
  useEmbedder(() => {
    beginStopping();
    return Promise.reject(new Error('The process was lost.'));
  });
  expect(await fillVectors()).toBe(32);
});
