import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { RunContext } from '../accounts/caller';
import type { ChatPart } from '../core/chat';
import { ApiError } from '../core/errors';
import { flattened } from '../core/test-lists';
import { findBalance } from '../ledger/read/balance/find-balance';
import { findUsageRecord } from '../ledger/read/history/find-usage-record';
import { installProviders } from '../providers/registry';
import type { ChatCall } from '../providers/spec';
import type { ChatChunk, ChatCompletion } from './answer/wire';
import { ChatRequest } from './contract';
import { completeFor, INPUT_NANO, makeContext, OUTPUT_NANO, startTestService, type TestService } from './test-service';

/*
 * A model that thinks without showing it, and reports what it thought only at the end, must not be cheaper for a reader
 * that leaves right after the last word. What comes after the caller left is charged only if the answer had ended.
 */

const PROMPT_TOKENS = 10;
const text = (piece: string, choice = 0): ChatPart => ({ type: 'text', choice, text: piece });
const finish = (choice = 0): ChatPart => ({ type: 'finish', choice, reason: 'stop' });
const usage = (completionTokens: number): ChatPart => ({
  type: 'usage',
  usage: { promptTokens: PROMPT_TOKENS, completionTokens },
});
const costOf = (completionTokens: number) =>
  BigInt(PROMPT_TOKENS) * INPUT_NANO + BigInt(completionTokens) * OUTPUT_NANO;

/** What the model sends: lists of parts, pauses in milliseconds, `hang` (until it is stopped), or an error. */
type Step = ChatPart[] | number | 'hang' | Error;

let service: TestService;
let steps: Step[] = [];
/** How many steps the model has begun, and whether it was stopped before its end. */
const seen = { begun: 0, stopped: false };
beforeAll(async () => {
  service = await startTestService({ model: {} });
  installProviders([{ id: 'lab', chat }]);
});
beforeEach(() => Object.assign(seen, { begun: 0, stopped: false }));
afterAll(() => service.stop());

async function* chat({ signal }: ChatCall): AsyncGenerator<ChatPart[]> {
  const stopped = new Promise<never>((_, fail) => {
    signal.addEventListener('abort', () => fail(new Error('stopped')), { once: true });
  });
  stopped.catch(() => (seen.stopped = true));
  for (const step of steps) {
    seen.begun += 1;
    if (step instanceof Error) throw step;
    if (step === 'hang') await stopped;
    else if (typeof step === 'number') await Promise.race([sleep(step), stopped]);
    else yield step;
  }
}

const requestOf = (more: object) =>
  ChatRequest.parse({
    model: 'model',
    messages: [{ role: 'user', content: 'Hi' }],
    max_completion_tokens: 1000,
    ...more,
  });

/** Reads a stream until the text arrives, and then leaves while the next chunk is awaited. */
async function leaveAtText(
  made: Step[],
  { readOnMs, end = 'Yes', ...more }: { readOnMs?: number; end?: string; n?: number } = {},
): Promise<{ context: RunContext; afterMs: number }> {
  steps = made;
  const leaving = new AbortController();
  const context = await makeContext(1_000_000_000n, { signal: leaving.signal });
  const answer = completeFor(requestOf({ stream: true, ...more }), context, readOnMs) as AsyncIterable<ChatChunk[]>;
  const reader = flattened(answer);
  let read = '';
  while (!read.endsWith(end)) {
    const { value } = await reader.next();
    read += value?.choices[0]?.delta.content ?? '';
  }
  const next = reader.next();
  const fromMs = performance.now();
  leaving.abort();
  await reader.return?.();
  await next;
  return { context, afterMs: performance.now() - fromMs };
}

const chargedOf = async ({ caller, requestId }: RunContext) => {
  const record = await findUsageRecord({ accountId: caller.account.id, requestId });
  return record && { chargedNano: record.chargedNano, ending: record.ending, estimated: record.estimated };
};
const left = (completionTokens: number) => ({ chargedNano: costOf(completionTokens), ending: 'client_left' });

describe('a reader that leaves at the last visible text', () => {
  it.each([
    ['the report comes after the end', [40, [finish()], [usage(900)]]],
    ['the report comes with the end', [40, [usage(900), finish()]]],
    ['the report comes before the end', [[usage(900)], 40, [finish()]]],
    ['the last of several reports counts', [[usage(3)], 10, [finish(), usage(5)], 40, [usage(900)]]],
    ['empty pieces come, too', [[text('')], 10, [{ type: 'reasoning', choice: 0, text: '' }], [finish(), usage(900)]]],
    ['the upstream never ends its stream', [[finish()], [usage(900)], 'hang']],
    ['the upstream fails after its report', [[finish()], [usage(900)], new Error('cut')]],
  ] satisfies [string, Step[]][])('pays for what was thought: %s', async (_, after) => {
    const { context } = await leaveAtText([[text('Yes')], ...after], { readOnMs: 200 });
    expect(await chargedOf(context)).toMatchObject({ ...left(900), estimated: false });
    expect(context.metadata.tokensUsed).toEqual({ promptTokens: PROMPT_TOKENS, completionTokens: 900 });
  });

  it('pays no more than was asked for', async () => {
    const { context } = await leaveAtText([[text('Yes')], [finish(), usage(3_000)]]);
    expect(await chargedOf(context)).toMatchObject(left(1_000));
  });

  it('pays for all choices once all have ended', async () => {
    const both = [text('Yes'), text('No', 1)];
    const { context } = await leaveAtText([both, [finish(1)], 20, [finish(0)], 20, [usage(900)]], { n: 2 });
    expect(await chargedOf(context)).toMatchObject(left(900));
  });

  it('pays the same if it has seen the end already', async () => {
    const made = [[text('Yes'), finish()], 40, [usage(900)]];
    const { context } = await leaveAtText(made);
    expect(await chargedOf(context)).toMatchObject(left(900));
  });
});

describe('a reader that leaves before the end', () => {
  /** An estimate of the prompt and of the text. */
  const estimated = (texts: string) => ({
    chargedNano: BigInt(Math.ceil(2 / 3.2)) * INPUT_NANO + BigInt(Math.ceil(texts.length / 3.2)) * OUTPUT_NANO,
    ending: 'client_left',
    estimated: true,
  });

  it.each([
    ['text', [[text(' and more')], 'hang']],
    ['text and the end together', [[text(' and more'), finish(), usage(900)]]],
    ['a report and then text', [[usage(900)], [text(' and more')], [finish()]]],
    ['thinking', [[{ type: 'reasoning', choice: 0, text: 'Hm.' }], [finish(), usage(900)]]],
    [
      'a call',
      [[{ type: 'tool_call', choice: 0, index: 0, id: 'c', name: 'f', arguments: '{}' }], [finish(), usage(900)]],
    ],
    ['a failure', [new Error('cut')]],
    ['a failure after a report', [[usage(900)], new Error('cut')]],
  ] satisfies [string, Step[]][])('pays for what was there when it left: then comes %s', async (_, after) => {
    const { context } = await leaveAtText([[text('Yes')], 20, ...after]);
    expect(await chargedOf(context)).toEqual(estimated('Yes'));
  });

  it('stops the model at the first further output', async () => {
    const { afterMs } = await leaveAtText([[text('Yes')], 20, [text(' and')], 'hang'], { readOnMs: 5_000 });
    expect(afterMs).toBeLessThan(2_500);
    expect(seen).toEqual({ begun: 3, stopped: true });
  });

  it('stops a model that hangs, and ignores its report', async () => {
    const { context } = await leaveAtText([[text('Yes')], [usage(900)], 'hang'], { readOnMs: 30 });
    expect(await chargedOf(context)).toEqual(estimated('Yes'));
    expect(seen.stopped).toBe(true);
  });

  it('stops a model that hangs after the end of only one choice', async () => {
    const made: Step[] = [[text('Yes')], [finish(0), usage(900)], 'hang'];
    const { context } = await leaveAtText(made, { n: 2, readOnMs: 30 });
    expect(await chargedOf(context)).toEqual(estimated('Yes'));
  });

  it('waits a second time for the report, and no longer', async () => {
    const { context, afterMs } = await leaveAtText([[text('Yes')], 60, [finish()], 60, [usage(900)], 'hang'], {
      readOnMs: 90,
    });
    expect(await chargedOf(context)).toMatchObject(left(900));
    expect(afterMs).toBeLessThan(1_000);
  });

  it('stops a model that counts its pieces at once', async () => {
    const exact = { ...text('Yes'), tokens: 7 } as ChatPart;
    const { context } = await leaveAtText([[exact], 'hang'], { readOnMs: 60_000 });
    expect((await chargedOf(context))?.chargedNano).toBe(1n * INPUT_NANO + 7n * OUTPUT_NANO);
  });
});

it('a whole answer whose caller leaves is charged alike', async () => {
  steps = [[text('Yes')], 40, [finish()], [usage(900)]];
  const leaving = new AbortController();
  const context = await makeContext(1_000_000_000n, { signal: leaving.signal });
  const answer = completeFor(requestOf({}), context) as Promise<unknown>;
  const failed = expect(answer).rejects.toThrow('aborted');
  await expect.poll(() => seen.begun, { interval: 1 }).toBe(2);
  leaving.abort();
  await failed;
  expect(await chargedOf(context)).toMatchObject(left(900));
});

describe('a caller who leaves a model that answers in one piece', () => {
  const answerWhole = async (call: ChatCall) => {
    const parts: ChatPart[] = [];
    for await (const together of chat(call)) parts.push(...together);
    return parts;
  };
  beforeAll(() => installProviders([{ id: 'lab', chat, answerWhole }]));
  afterAll(() => installProviders([{ id: 'lab', chat }]));

  const leaveAtFirstStep = async (made: Step[]) => {
    steps = made;
    const leaving = new AbortController();
    const context = await makeContext(1_000_000_000n, { signal: leaving.signal });
    const answer = completeFor(requestOf({}), context) as Promise<ChatCompletion>;
    const outcome = Promise.allSettled([answer]);
    await expect.poll(() => seen.begun, { interval: 1 }).toBe(1);
    leaving.abort();
    const [settled] = await outcome;
    return { context, settled };
  };

  it('pays for what it reports at its end', async () => {
    const { context, settled } = await leaveAtFirstStep([60, [text('Yes'), finish(), usage(900)]]);
    expect(await chargedOf(context)).toMatchObject({ ...left(900), estimated: false });
    // So that a repeat with the same key gets it.
    expect(settled).toMatchObject({ status: 'fulfilled', value: { choices: [{ message: { content: 'Yes' } }] } });
  });

  it('pays nothing if it fails', async () => {
    const { context, settled } = await leaveAtFirstStep([60, new ApiError('INVALID_REQUEST', 'No.')]);
    expect(settled).toMatchObject({ status: 'rejected', reason: { code: 'INVALID_REQUEST' } });
    expect(await chargedOf(context)).toBeNull();
    expect((await findBalance(context.caller.account.id)).usdNano).toBe(1_000_000_000n);
  });

  it('pays nothing if it left before the model was asked', async () => {
    steps = [[text('Yes'), finish(), usage(900)]];
    const leaving = new AbortController();
    const context = await makeContext(1_000_000_000n, { signal: leaving.signal });
    const answer = completeFor(requestOf({}), { ...context, beforeHold: async () => leaving.abort() });
    await expect(answer).rejects.toThrow('aborted');
    expect(seen.begun).toBe(0);
    expect(await chargedOf(context)).toBeNull();
  });

  it('is not served on if the service ends the request', async () => {
    steps = ['hang'];
    const ending = new AbortController();
    const context = await makeContext(1_000_000_000n, { signal: ending.signal });
    const failed = expect(completeFor(requestOf({}), context)).rejects.toMatchObject({ code: 'NOT_READY' });
    await expect.poll(() => seen.begun, { interval: 1 }).toBe(1);
    ending.abort(new ApiError('NOT_READY', 'The service is not ready.'));
    await failed;
    expect(seen.stopped).toBe(true);
    expect(await chargedOf(context)).toBeNull();
  });

  it('stops it at once if the answer is streamed', async () => {
    steps = ['hang'];
    const leaving = new AbortController();
    const context = await makeContext(1_000_000_000n, { signal: leaving.signal });
    const reader = completeFor(requestOf({ stream: true }), context, 60_000) as AsyncIterableIterator<ChatChunk[]>;
    const next = reader.next();
    await expect.poll(() => seen.begun, { interval: 1 }).toBe(1);
    leaving.abort();
    await reader.return?.();
    await next;
    expect(seen.stopped).toBe(true);
    expect(await chargedOf(context)).toBeNull();
  });
});

it('before the first output nothing is read on and nothing is charged', async () => {
  steps = [[text('')], 'hang'];
  const leaving = new AbortController();
  const context = await makeContext(1_000_000_000n, { signal: leaving.signal });
  const reader = completeFor(requestOf({ stream: true }), context, 60_000) as AsyncIterableIterator<ChatChunk[]>;
  // The role.
  await reader.next();
  const next = reader.next();
  await expect.poll(() => seen.begun, { interval: 1 }).toBe(2);
  leaving.abort();
  expect(await next).toMatchObject({ done: true });
  expect(await chargedOf(context)).toBeNull();
});

it('a request that the service ends is not read on', async () => {
  steps = [[text('Yes')], 'hang'];
  const ending = new AbortController();
  const context = await makeContext(1_000_000_000n, { signal: ending.signal });
  const reader = flattened(completeFor(requestOf({ stream: true }), context, 60_000) as AsyncIterable<ChatChunk[]>);
  await reader.next();
  ending.abort(new ApiError('NOT_READY', 'The service is not ready.'));
  const drain = async () => {
    while (!(await reader.next()).done);
  };
  await expect(drain()).rejects.toMatchObject({ code: 'NOT_READY' });
  expect(await chargedOf(context)).toMatchObject({ ending: 'upstream_failed' });
});
