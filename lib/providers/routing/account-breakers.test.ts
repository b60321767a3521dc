import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ApiError } from '../../core/errors';
import { clock } from '../../platform/clock';
import { createLogger } from '../../platform/log';
import { fetchFailure } from '../../platform/network/fetch-failure';
import { processState } from '../../platform/process-state';
import { installProviders } from '../registry';
import type { ChatPart } from '../../core/chat';
import { chatModelOf } from './combine';
import { listUpstreamHealth } from './list-health';
import { callOf, failing, fakeProvider, modelOf, serve, textOf } from './test-models';

const realNow = clock.now;
let nowMs = 1_000_000;
let logged: Record<string, unknown>[] = [];
processState('platform.log', () =>
  createLogger('info', { write: (line) => logged.push(JSON.parse(line) as Record<string, unknown>) }),
);

const single = modelOf(['a', 1]);
const down = failing('MODEL_OFFLINE', fetchFailure('connect', 'refused'));
const broken = failing('INFERENCE_FAILED');
const ask = (account: string) => textOf(chatModelOf(single, () => 0)(callOf({ account })));
const refusal = (account: string) =>
  ask(account).then(
    () => 'answered',
    (error: ApiError) => ({ code: error.code, message: error.message, ...error.options }),
  );

beforeEach(() => {
  clock.now = () => nowMs;
  logged = [];
  serve(single);
});
afterEach(() => {
  clock.now = realNow;
});

describe('a single account whose calls fail', () => {
  /** Fails for the content of some callers, like an upstream whose tokenizer or grammar breaks on it. */
  const brokenFor = (...accounts: string[]) =>
    fakeProvider('a', async function* ({ account = '', model }): AsyncGenerator<ChatPart[]> {
      if (accounts.includes(account)) throw broken;
      yield await Promise.resolve([{ type: 'text', choice: 0, text: model }]);
    });

  it('alone is cut off from the upstream, and its refusal says when to retry', async () => {
    const a = brokenFor('greedy');
    installProviders([a]);
    for (let round = 0; round < 30; round += 1) await refusal('greedy');
    expect(a.asked).toBe(5);
    const offline = { code: 'MODEL_OFFLINE', retryAfterSeconds: 5 };
    expect(await refusal('greedy')).toMatchObject({ ...offline, message: expect.stringContaining('this account') });
    expect(listUpstreamHealth()).toMatchObject([{ state: 'closed', failures: 2, accountsLeftOut: 1 }]);
    expect(await ask('modest')).toBe('a-model');
    expect(logged).toEqual([expect.objectContaining({ level: 40, account: 'greedy', failures: 5, pauseMs: 5_000 })]);
    nowMs += 5_000;
    await refusal('greedy');
    expect(await refusal('greedy')).toMatchObject({ retryAfterSeconds: 10 });
    expect(await ask('modest')).toBe('a-model');
  });

  it('recovers after its own probe is answered', async () => {
    installProviders([brokenFor('greedy')]);
    for (let round = 0; round < 5; round += 1) await refusal('greedy');
    installProviders([brokenFor()]);
    expect(await refusal('greedy')).toMatchObject({ code: 'MODEL_OFFLINE' });
    nowMs += 5_000;
    expect(await ask('greedy')).toBe('a-model');
    expect(await ask('greedy')).toBe('a-model');
  });

  it('does not open the circuit for others over hours, even together with a second account', async () => {
    installProviders([brokenFor('greedy', 'helper')]);
    for (let round = 0; round < 200; round += 1) {
      nowMs += 60_000;
      for (const account of ['greedy', 'helper', 'greedy', 'helper']) await refusal(account);
    }
    expect(await ask('modest')).toBe('a-model');
  });

  it('cannot keep a recovered upstream open for everybody by failing every probe', async () => {
    installProviders([fakeProvider('a', down)]);
    for (let round = 0; round < 5; round += 1) await refusal('modest');
    installProviders([brokenFor('greedy')]);
    for (let round = 0; round < 20; round += 1) {
      nowMs += 1_000;
      await refusal('greedy');
      await refusal('greedy');
    }
    // Two of its probes counted: after 5 and 10 s. After the third one, the next caller of any account may probe.
    nowMs += 20_000;
    await refusal('greedy');
    expect(await ask('modest')).toBe('a-model');
  });

  it('does not count again through answers that begin and break off', async () => {
    installProviders([fakeProvider('a', { after: broken })]);
    for (let round = 0; round < 40; round += 1) {
      nowMs += 60_000;
      await refusal('greedy');
    }
    expect(listUpstreamHealth()).toMatchObject([{ state: 'closed', failures: 2 }]);
  });
});

describe('failures that no request content can cause', () => {
  it('open the circuit for everybody, whoever has them', async () => {
    const a = fakeProvider('a', down);
    installProviders([a]);
    for (let round = 0; round < 5; round += 1) await refusal('first');
    const offline = { code: 'MODEL_OFFLINE', message: 'The model is offline.', retryAfterSeconds: 5 };
    expect(await refusal('other')).toMatchObject(offline);
    expect(a.asked).toBe(5);
    expect(listUpstreamHealth()).toMatchObject([{ state: 'open', failures: 5 }]);
  });

  it('include those of three accounts', async () => {
    const a = fakeProvider('a', failing('REQUEST_TIMEOUT'));
    installProviders([a]);
    for (const account of ['one', 'one', 'one', 'two', 'two', 'two', 'three']) await refusal(account);
    expect(a.asked).toBe(7);
    expect(await refusal('other')).toMatchObject({ code: 'MODEL_OFFLINE' });
    expect(a.asked).toBe(7);
  });
});
