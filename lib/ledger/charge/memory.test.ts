import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../core/ids';
import { clock } from '../../platform/clock';
import type { Database } from '../../platform/db';
import { openTestDatabase } from '../../platform/testing/test-database';
import { createTestAccount } from '../testing/test-account';
import { testBill, testOrder } from '../testing/test-orders';
import { chargeStream } from './charge';
import type { ChargeRequest, Meter } from './types';

const REQUESTS = 50;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

let opened: Database;
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());

const meter = (): Meter<object> => ({
  add: () => undefined,
  produced: () => true,
  firstAtMs: () => null,
  bill: () => testBill(1n, true),
});

/** A paid request that knows its prompt, as the real ones do. @returns the prompt, not held fast */
async function request(accountId: string, end: (stream: AsyncIterator<unknown>) => Promise<unknown>) {
  const prompt = { text: 'a prompt that nobody needs any more' };
  const caller = new AbortController();
  const order: ChargeRequest = {
    ...testOrder(accountId, { maximumNano: 5n }),
    minimumNano: 1n,
    requestId: newId(),
    modelId: 'm',
    modelType: 'text',
    arrivedAtMs: clock.now(),
    signal: caller.signal,
    onHold: () => void prompt.text,
  };
  const work = async function* () {
    yield prompt;
    await Promise.resolve();
    yield prompt;
  };
  const stream = chargeStream<object>(order, work, meter())[Symbol.asyncIterator]();
  await stream.next();
  await end(stream);
  return new WeakRef(prompt);
}

describe('a request that is over', () => {
  it.each([
    [
      'to its end',
      async (stream: AsyncIterator<unknown>) => {
        while (!(await stream.next()).done);
      },
    ],
    ['until its reader left', async (stream: AsyncIterator<unknown>) => stream.return?.()],
  ])('%s leaves nothing in memory', async (_, end) => {
    const accountId = await createTestAccount(1_000_000n);
    const prompts: WeakRef<object>[] = [];
    for (let count = 0; count < REQUESTS; count += 1) prompts.push(await request(accountId, end));
    const left = () => {
      collectGarbage();
      return prompts.filter((prompt) => prompt.deref() !== undefined).length;
    };
    // The last one may still be on somebody's stack.
    await expect.poll(left, { timeout: 5_000 }).toBeLessThan(3);
  });
});
