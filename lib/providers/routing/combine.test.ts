import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ErrorCode } from '../../core/errors';
import { clock } from '../../platform/clock';
import { createLogger } from '../../platform/log';
import { renderMetrics } from '../../platform/metrics/scrape';
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

beforeEach(() => {
  clock.now = () => nowMs;
  logged = [];
  serve();
});
afterEach(() => {
  clock.now = realNow;
});

const down = failing('MODEL_OFFLINE', fetchFailure('connect', 'refused'));
const broken = failing('INFERENCE_FAILED');
/** Always draws the first of the list. */
const first = () => 0;
const ab = modelOf(['a', 1], ['b', 1]);
const single = modelOf(['a', 1]);
const ask = (model = ab, more = {}) => textOf(chatModelOf(model, first)(callOf(more)));
const refusal = (model = ab, more = {}) =>
  ask(model, more).then(
    () => 'answered',
    (error: { code: ErrorCode; options: object }) => ({ code: error.code, ...error.options }),
  );

describe('a call with several upstreams', () => {
  it('uses the chosen upstream’s own model name', async () => {
    installProviders([fakeProvider('a'), fakeProvider('b')]);
    expect(await ask()).toBe('a-model');
    const draw = () => textOf(chatModelOf(modelOf(['a', 1], ['b', 3]))(callOf()));
    const answers = await Promise.all(Array.from({ length: 400 }, draw));
    const share = answers.filter((answer) => answer === 'b-model').length / 400;
    expect(Math.abs(share - 0.75)).toBeLessThan(0.12);
  });

  it('follows its cache key, and goes elsewhere while that upstream is disabled', async () => {
    const [a, b] = [fakeProvider('a'), fakeProvider('b')];
    installProviders([a, b]);
    const keyed = (promptCacheKey: string) => textOf(chatModelOf(ab)(callOf({ promptCacheKey })));
    const homes = await Promise.all(Array.from({ length: 40 }, (_, index) => keyed(`k${index}`)));
    expect(new Set(homes).size).toBe(2);
    expect(await Promise.all(homes.map((_, index) => keyed(`k${index}`)))).toEqual(homes);
    const atA = `k${homes.indexOf('a-model')}`;
    const atB = `k${homes.indexOf('b-model')}`;
    const out = fakeProvider('a', down);
    installProviders([out, b]);
    for (let round = 0; round < 9; round += 1) expect(await keyed(atA)).toBe('b-model');
    expect(out.asked).toBe(5);
    expect(await keyed(atB)).toBe('b-model');
    installProviders([a, b]);
    nowMs += 5_000;
    expect(await keyed(atA)).toBe('a-model');
  });

  it.each([
    ['no connection', down],
    ['a connection that took too long', failing('REQUEST_TIMEOUT', fetchFailure('connect', 'slow'))],
    ['a refusal of our key', failing('MODEL_OFFLINE', new Error('upstream a answered 401'))],
    ['429', failing('MODEL_OVERLOADED', undefined, 60)],
    ['503', failing('MODEL_AT_CAPACITY')],
    ['a failure', broken],
  ])('calls another one after %s before the first part, and reports it', async (_, failure) => {
    installProviders([fakeProvider('a', failure), fakeProvider('b')]);
    const routes: unknown[] = [];
    expect(await ask(ab, { onRoute: (route: unknown) => routes.push(route) })).toBe('b-model');
    expect(routes).toEqual([
      { provider: 'a', retries: 0 },
      { provider: 'b', retries: 1 },
    ]);
  });

  it.each([
    ['a refusal of the request', failing('INVALID_REQUEST')],
    ['a prompt that is too long', failing('TOO_MANY_TOKENS')],
    ['a refusal of the content', failing('CONTENT_POLICY_VIOLATION')],
    ['an answer that did not come in time', failing('REQUEST_TIMEOUT', fetchFailure('timeout', 'silent'))],
    ['a failure after the first part', { after: broken }],
  ])('calls no other after %s', async (_, act) => {
    const [a, b] = [fakeProvider('a', act), fakeProvider('b')];
    installProviders([a, b]);
    expect(await refusal()).not.toBe('answered');
    expect([a.asked, b.asked]).toEqual([1, 0]);
  });

  it('rethrows a bug unchanged', async () => {
    const bug = fakeProvider('a', async function* () {
      yield* [];
      throw new TypeError('bug');
    });
    installProviders([bug, fakeProvider('b')]);
    await expect(ask()).rejects.toThrow('bug');
  });

  it('makes three attempts at most, two of them at the last upstream', async () => {
    const providers = ['a', 'b', 'c', 'd'].map((id) => fakeProvider(id, broken));
    installProviders(providers);
    await refusal(modelOf(['a', 1], ['b', 1], ['c', 1], ['d', 1]));
    expect(providers.map(({ asked }) => asked)).toEqual([1, 1, 1, 0]);
    await refusal(ab);
    expect(providers.map(({ asked }) => asked)).toEqual([2, 3, 1, 0]);
    await refusal(single);
    expect(providers.map(({ asked }) => asked)).toEqual([4, 3, 1, 0]);
  });

  it('is offline without an upstream or its provider', async () => {
    installProviders([]);
    expect(await refusal(single)).toMatchObject({ code: 'MODEL_OFFLINE' });
    expect(await refusal(modelOf())).toMatchObject({ code: 'MODEL_OFFLINE' });
  });
});

describe('a retry at the same upstream', () => {
  it.each([
    ['no connection', down, 50],
    ['a failure', broken, 50],
    ['503 without a time', failing('MODEL_AT_CAPACITY'), 50],
    ['429 with a second', failing('MODEL_OVERLOADED', undefined, 1), 1_000],
  ])('follows %s', async (_, failure, pauseMs) => {
    installProviders([fakeProvider('a', failure, 'answers')]);
    const begunMs = performance.now();
    expect(await ask(single)).toBe('a-model');
    const tookMs = performance.now() - begunMs;
    expect(tookMs).toBeGreaterThan(pauseMs - 5);
    expect(tookMs).toBeLessThan(pauseMs + 200);
  });

  it.each([
    ['a request to wait longer', failing('MODEL_OVERLOADED', undefined, 2)],
    ['a refusal of our key', failing('MODEL_OFFLINE', new Error('upstream a answered 401'))],
  ])('does not follow %s', async (_, failure) => {
    const a = fakeProvider('a', failure, 'answers');
    installProviders([a]);
    expect(await refusal(single)).toMatchObject({ code: failure.code });
    expect(a.asked).toBe(1);
  });

  it('is not made for a caller who leaves during the pause, or has left', async () => {
    const a = fakeProvider('a', failing('MODEL_OVERLOADED', undefined, 1), 'answers');
    installProviders([a]);
    const leaving = new AbortController();
    const begunMs = performance.now();
    setTimeout(() => leaving.abort(failing('REQUEST_TIMEOUT')), 30);
    expect(await refusal(single, { signal: leaving.signal })).toMatchObject({ code: 'REQUEST_TIMEOUT' });
    expect(performance.now() - begunMs).toBeLessThan(500);
    installProviders([fakeProvider('a', broken), fakeProvider('b')]);
    const gone = { signal: AbortSignal.abort() };
    expect(await refusal(ab, gone)).toMatchObject({ code: 'INFERENCE_FAILED' });
    expect(a.asked).toBe(1);
  });

  it('is left to the caller, with a time, if the upstream is overloaded', async () => {
    installProviders([fakeProvider('a', failing('MODEL_AT_CAPACITY'))]);
    expect(await refusal(single)).toMatchObject({ retryAfterSeconds: 30 });
    installProviders([fakeProvider('a', failing('MODEL_OVERLOADED', undefined, 9))]);
    expect(await refusal(single)).toMatchObject({ retryAfterSeconds: 9 });
  });
});

describe('an upstream that fails repeatedly', () => {
  it('is disabled, probed by one of many calls, and enabled after its first output', async () => {
    serve(single);
    const a = fakeProvider('a', failing('REQUEST_TIMEOUT'));
    installProviders([a]);
    for (let round = 0; round < 5; round += 1) await refusal(single, { account: `account ${round}` });
    nowMs += 1_500;
    expect(await refusal(single)).toMatchObject({ code: 'MODEL_OFFLINE', retryAfterSeconds: 4 });
    expect(a.asked).toBe(5);
    expect(listUpstreamHealth()).toEqual([
      {
        ...{ provider: 'a', model: 'a-model', state: 'open', failures: 5 },
        ...{ lastError: 'REQUEST_TIMEOUT', sinceMs: nowMs - 1_500, probeAtMs: nowMs + 3_500, accountsLeftOut: 0 },
        usageBelieved: true,
      },
    ]);

    nowMs += 3_500;
    let answer = (): void => undefined;
    const answers = new Promise<void>((resolve) => (answer = resolve));
    const slow = fakeProvider('a', async function* ({ model }): AsyncGenerator<ChatPart[]> {
      await answers;
      yield [{ type: 'text', choice: 0, text: model }];
    });
    installProviders([slow]);
    const crowd = Array.from({ length: 50 }, () => refusal(single));
    const settled = Promise.all(crowd);
    setTimeout(answer, 20);
    const outcomes = await settled;
    expect(slow.asked).toBe(1);
    expect(outcomes.filter((outcome) => outcome === 'answered')).toHaveLength(1);
    expect(outcomes[1]).toMatchObject({ code: 'MODEL_OFFLINE', retryAfterSeconds: 1 });
    expect(await ask(single)).toBe('a-model');
  });

  it('does not fail the probing caller if there is another upstream', async () => {
    const [a, b] = [fakeProvider('a', down), fakeProvider('b')];
    installProviders([a, b]);
    for (let round = 0; round < 12; round += 1) expect(await ask()).toBe('b-model');
    expect(a.asked).toBe(5);
    nowMs += 5_000;
    expect(await ask()).toBe('b-model');
    expect(await ask()).toBe('b-model');
    expect(a.asked).toBe(6);
  });

  it('lets the next call probe if the probing caller leaves', async () => {
    const a = fakeProvider('a', broken);
    installProviders([a]);
    for (let round = 0; round < 5; round += 1) await refusal(single);
    nowMs += 5_000;
    const hanging = fakeProvider(
      'a',
      async function* ({ signal }) {
        yield* [];
        await new Promise((_, reject) => signal.addEventListener('abort', () => reject(broken)));
      },
      'answers',
    );
    installProviders([hanging]);
    const leaving = new AbortController();
    const left = refusal(single, { signal: leaving.signal });
    expect(await refusal(single)).toMatchObject({ code: 'MODEL_OFFLINE' });
    leaving.abort();
    await left;
    expect(await ask(single)).toBe('a-model');
  });

  it('counts only its own failures', async () => {
    const never = [failing('MODEL_OVERLOADED', undefined, 60), failing('INVALID_REQUEST')];
    for (const failure of never) {
      const a = fakeProvider('a', failure);
      installProviders([a]);
      for (let round = 0; round < 12; round += 1) await refusal(single);
      expect(a.asked).toBe(12);
    }
    const gone = fakeProvider('a', broken);
    installProviders([gone]);
    for (let round = 0; round < 12; round += 1) await refusal(single, { signal: AbortSignal.abort() });
    expect(gone.asked).toBe(12);
    // A full queue of our own engine is load.
    const embedded = fakeProvider('embedded', failing('MODEL_AT_CAPACITY', undefined, 5));
    installProviders([embedded]);
    for (let round = 0; round < 12; round += 1) await refusal(modelOf(['embedded', 1]));
    expect(embedded.asked).toBe(12);
  });

  it('may be one whose answers break off, or whose key is refused', async () => {
    const failures = [{ after: broken }, failing('MODEL_OFFLINE', new Error('upstream a answered 403'))];
    for (const act of failures) {
      serve();
      const a = fakeProvider('a', act);
      installProviders([a]);
      for (let round = 0; round < 12; round += 1) await refusal(single);
      expect(a.asked).toBe(5);
    }
  });

  it('is logged once, and counted in the metrics', async () => {
    const [a, b] = [fakeProvider('m', broken), fakeProvider('b')];
    const model = modelOf(['m', 1], ['b', 1]);
    serve(model);
    installProviders([a, b]);
    for (let round = 0; round < 20; round += 1) await ask(model, { account: `account ${round}` });
    for (let round = 0; round < 4; round += 1) {
      nowMs += 60_000;
      await ask(model, { account: `account ${20 + round}` });
    }
    const label = 'provider="m",model="m-model"';
    expect((await renderMetrics()).text).toContain(`farebox_upstream_up{${label}} 0\n`);
    installProviders([fakeProvider('m'), b]);
    nowMs += 60_000;
    expect(await ask(model)).toBe('m-model');
    const lines = logged.filter(({ provider }) => provider === 'm');
    expect(lines).toEqual([
      expect.objectContaining({ level: 40, model: 'm-model', failures: 5, code: 'INFERENCE_FAILED', pauseMs: 5_000 }),
      expect.objectContaining({ level: 30, msg: 'an upstream is healthy again', awayMs: 300_000 }),
    ]);
    const { text } = await renderMetrics();
    expect(text).toContain(`farebox_upstream_up{${label}} 1\n`);
    expect(text).toContain(`farebox_upstream_changes_total{${label},state="open"} 5\n`);
    expect(text).toContain(`farebox_upstream_changes_total{${label},state="closed"} 1\n`);
    expect(text).toContain('farebox_upstream_retries_total{provider="m",where="another"} 9\n');
    // Upstreams that leave the catalog are forgotten.
    serve(single);
    expect(listUpstreamHealth()).toMatchObject([{ provider: 'a', state: 'unknown', sinceMs: null }]);
    expect((await renderMetrics()).text).not.toContain(`farebox_upstream_up{${label}}`);
  });
});
