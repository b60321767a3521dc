import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ApiError } from '../../core/errors';
import type { ChatPart } from '../../core/chat';
import { clock } from '../../platform/clock';
import { fetchFailure } from '../../platform/network/fetch-failure';
import { installProviders } from '../registry';
import type { ChatCall, Provider } from '../spec';
import { canAnswerWhole, chatModelOf, wholeChatOf } from './combine';
import { callOf, failing, fakeProvider, modelOf, serve, textOf } from './test-models';

const usage = (completionTokens: number): ChatPart => ({ type: 'usage', usage: { promptTokens: 1, completionTokens } });

/** A provider that answers in one piece with its model's name, or fails; counts its calls. */
function wholeProvider(id: string, act: ApiError | 'answers' = 'answers', tokens = 1): Provider & { asked: number } {
  const provider = {
    ...fakeProvider(id),
    answerWhole: async ({ model }: ChatCall): Promise<ChatPart[]> => {
      provider.asked += 1;
      if (act !== 'answers') throw act;
      return [{ type: 'text', choice: 0, text: model }, usage(tokens)];
    },
  };
  return provider;
}

const first = () => 0;
const ab = modelOf(['a', 1], ['b', 1]);
const single = modelOf(['a', 1]);
const down = failing('MODEL_OFFLINE', fetchFailure('connect', 'refused'));
const ask = (model = ab, more: Partial<ChatCall> = {}) => wholeChatOf(model, first)(callOf(more));
const textIn = (parts: ChatPart[]) => parts.flatMap((part) => (part.type === 'text' ? part.text : [])).join('');

const realNow = clock.now;
beforeEach(() => serve());
afterEach(() => {
  clock.now = realNow;
});

describe('an answer in one piece', () => {
  it('comes from another upstream if the first one fails, and says so', async () => {
    installProviders([wholeProvider('a', down), wholeProvider('b')]);
    const routes: unknown[] = [];
    expect(textIn(await ask(ab, { onRoute: (route) => routes.push(route) }))).toBe('b-model');
    expect(routes).toEqual([
      { provider: 'a', retries: 0 },
      { provider: 'b', retries: 1 },
    ]);
  });

  it('is not asked for again when that would be too late', async () => {
    const b = wholeProvider('b');
    installProviders([wholeProvider('a', failing('INFERENCE_FAILED')), b]);
    await expect(ask(ab, { mayRetry: () => false })).rejects.toMatchObject({ code: 'INFERENCE_FAILED' });
    expect(b.asked).toBe(0);
  });

  it('is not asked from one that has failed: until its end, nobody else could call that one', async () => {
    const b = wholeProvider('b', down);
    installProviders([wholeProvider('a', down), b]);
    for (let round = 0; round < 5; round += 1) await ask(modelOf(['b', 1]), { account: `${round}` }).catch(() => {});
    const askedBefore = b.asked;
    const laterMs = clock.now() + 60_000;
    clock.now = () => laterMs;
    await expect(ask(ab)).rejects.toMatchObject({ code: 'MODEL_OFFLINE' });
    expect(b.asked).toBe(askedBefore);
    // A stream may try it.
    installProviders([wholeProvider('a', down), wholeProvider('b')]);
    expect(await textOf(chatModelOf(modelOf(['b', 1]), first)(callOf()))).toBe('b-model');
  });

  it('goes to the upstream of its cache key', async () => {
    installProviders([wholeProvider('a'), wholeProvider('b')]);
    const keys = Array.from({ length: 20 }, (_, index) => `k${index}`);
    const whole = await Promise.all(keys.map(async (promptCacheKey) => textIn(await ask(ab, { promptCacheKey }))));
    const streamed = await Promise.all(
      keys.map((promptCacheKey) => textOf(chatModelOf(ab, first)(callOf({ promptCacheKey })))),
    );
    expect(whole).toEqual(streamed);
    expect(new Set(whole).size).toBe(2);
  });

  it('has no usage report of an upstream that is not believed', async () => {
    installProviders([wholeProvider('a', 'answers', 900)]);
    for (let round = 0; round < 3; round += 1) {
      expect(await ask(single, { account: 'one' })).toContainEqual(usage(900));
    }
    expect(await ask(single, { account: 'one' })).toEqual([{ type: 'text', choice: 0, text: 'a-model' }]);
    expect(await ask(single, { account: 'two' })).toContainEqual(usage(900));
  });
});

describe('a model can answer in one piece', () => {
  it('if all of its upstreams can', () => {
    installProviders([wholeProvider('a'), fakeProvider('b')]);
    expect(canAnswerWhole(single, 'one')).toBe(true);
    expect(canAnswerWhole(ab, 'one')).toBe(false);
    expect(canAnswerWhole(modelOf(), 'one')).toBe(false);
  });

  it('while they are healthy: one that was away is tried by a stream, which says early that it is back', async () => {
    installProviders([wholeProvider('a', down)]);
    for (let round = 0; round < 5; round += 1) await ask(single, { account: `${round}` }).catch(() => undefined);
    expect(canAnswerWhole(single, 'other')).toBe(false);
  });

  it('for all but an account for which it fails', async () => {
    installProviders([wholeProvider('a', failing('INFERENCE_FAILED'))]);
    for (let round = 0; round < 5; round += 1) await ask(single, { account: 'one' }).catch(() => undefined);
    expect(canAnswerWhole(single, 'one')).toBe(false);
    expect(canAnswerWhole(single, 'other')).toBe(true);
  });
});
