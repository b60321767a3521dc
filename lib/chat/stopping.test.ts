import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiError } from '../core/errors';
import { findBalance } from '../ledger/read/balance/find-balance';
import { findUsageRecord } from '../ledger/read/history/find-usage-record';
import type { ChatChunk } from './answer/wire';
import { ChatRequest } from './contract';
import { completeFor, makeContext, startTestService, type TestService } from './test-service';
import { flattened } from '../core/test-lists';

const CREDIT = 1_000_000_000n;

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ slow: { chunks: ['a', 'b', 'c', 'd', 'e', 'f'], chunkDelayMs: 150 } });
});
afterAll(() => service.stop());

const order = (stream: boolean) =>
  ChatRequest.parse({ model: 'slow', messages: [{ role: 'user', content: 'Hello' }], stream });
const stopping = () => new ApiError('NOT_READY', 'The service is not ready. Try again.');

describe('if the service ends a request', () => {
  it('a non-streaming answer fails with NOT_READY and is free', async () => {
    const ending = new AbortController();
    const context = await makeContext(CREDIT, { signal: ending.signal });
    const answer = completeFor(order(false), context) as Promise<unknown>;
    setTimeout(() => ending.abort(stopping()), 400);
    await expect(answer).rejects.toMatchObject({ code: 'NOT_READY' });
    expect((await findBalance(context.caller.account.id)).usdNano).toBe(CREDIT);
    expect(await findUsageRecord({ accountId: context.caller.account.id, requestId: context.requestId })).toBeNull();
  });

  it('a stream fails with NOT_READY and is charged for its output, like a stream that broke off', async () => {
    const ending = new AbortController();
    const context = await makeContext(CREDIT, { signal: ending.signal });
    const chunks: ChatChunk[] = [];
    const read = async () => {
      for await (const chunk of flattened(completeFor(order(true), context) as AsyncIterable<ChatChunk[]>)) {
        chunks.push(chunk);
        if (chunks.length === 3) ending.abort(stopping());
      }
    };
    await expect(read()).rejects.toMatchObject({ code: 'NOT_READY' });
    const record = await findUsageRecord({ accountId: context.caller.account.id, requestId: context.requestId });
    expect(record).toMatchObject({ ending: 'upstream_failed' });
    expect(context.metadata.charge?.chargedNano).toBe(CREDIT - (await findBalance(context.caller.account.id)).usdNano);
    expect(context.metadata.charge?.chargedNano).toBeGreaterThan(0n);
  });
});
