import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ApiError } from '../../core/errors';
import { clock } from '../../platform/clock';
import { makeFairQueue } from '../../platform/sharing/fair-queue';
import { installProviders } from '../registry';
import type { ImageCall, ImageResult } from '../image-spec';
import type { Provider } from '../spec';
import { callUpstreams } from './call-upstreams';
import { failing, modelOf, serve } from './test-models';

const realNow = clock.now;
let nowMs = 1_000_000;
beforeEach(() => {
  clock.now = () => nowMs;
  serve();
});
afterEach(() => {
  clock.now = realNow;
});

type Act = ApiError | 'draws' | 'hangs';

/** A provider that performs one act after another, repeating the last one; its image is the model's name. */
function drawing(id: string, ...acts: Act[]): Provider & { asked: number } {
  const provider = {
    id,
    asked: 0,
    drawImage: async ({ model, signal }: ImageCall): Promise<ImageResult> => {
      const act = acts[Math.min(provider.asked, acts.length - 1)] ?? 'draws';
      provider.asked += 1;
      if (act instanceof ApiError) throw act;
      if (act === 'hangs') await new Promise((_, fail) => signal.addEventListener('abort', () => fail(signal.reason)));
      return { image: { bytes: Buffer.from(model), mime: 'image/png' } };
    },
  };
  return provider;
}

const ab = modelOf(['a', 1], ['b', 1]);
const call = (more: Partial<ImageCall> = {}): ImageCall => ({
  model: 'big',
  prompt: 'x',
  width: 8,
  height: 8,
  seed: 1,
  signal: new AbortController().signal,
  ...more,
});
const draw = async (model = ab, more: Partial<ImageCall> = {}) => {
  // Always draws the first of the list.
  const { image } = await callUpstreams(model, call(more), ({ drawImage }) => drawImage, { random: () => 0 });
  return image && Buffer.from(image.bytes).toString();
};

describe('a call with a single result', () => {
  it('uses the upstream’s own name of the model', async () => {
    installProviders([drawing('a'), drawing('b')]);
    expect(await draw(modelOf(['a', 1]))).toBe('a-model');
  });

  it('goes to another upstream after a failure, and reports each attempt', async () => {
    const routes: unknown[] = [];
    installProviders([drawing('a', failing('INFERENCE_FAILED')), drawing('b', failing('INFERENCE_FAILED'))]);
    await expect(draw(ab, { onRoute: (route) => void routes.push(route) })).rejects.toMatchObject({
      code: 'INFERENCE_FAILED',
    });
    expect(routes).toHaveLength(3);
    expect(new Set(routes.slice(0, 2).map((route) => (route as { provider: string }).provider))).toEqual(
      new Set(['a', 'b']),
    );
  });

  it('repeats at the only upstream, once', async () => {
    const a = drawing('a', failing('INFERENCE_FAILED'), 'draws');
    installProviders([a]);
    expect(await draw(modelOf(['a', 1]))).toBe('a-model');
    expect(a.asked).toBe(2);
  });

  it('does not repeat what was refused', async () => {
    const a = drawing('a', failing('INVALID_REQUEST'));
    const b = drawing('b', failing('INVALID_REQUEST'));
    installProviders([a, b]);
    await expect(draw()).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
    expect(a.asked + b.asked).toBe(1);
  });

  it('disables an upstream that fails repeatedly, says for how long, and tries it again then', async () => {
    const a = drawing('a', ...Array.from({ length: 6 }, () => failing('MODEL_OFFLINE')), 'draws');
    installProviders([a]);
    const single = modelOf(['a', 1]);
    // Different accounts: otherwise it is only disabled for one.
    for (let turn = 0; turn < 5; turn += 1) {
      await expect(draw(single, { account: `account-${turn}` })).rejects.toMatchObject({ code: 'MODEL_OFFLINE' });
    }
    const asked = a.asked;
    await expect(draw(single, { account: 'other' })).rejects.toMatchObject({
      code: 'MODEL_OFFLINE',
      options: { retryAfterSeconds: 5 },
    });
    expect(a.asked).toBe(asked);
    nowMs += 6_000;
    await draw(single, { account: 'other' }).catch(() => undefined);
    expect(a.asked).toBeGreaterThan(asked);
  });

  it('gives a time to an upstream’s refusal without one', async () => {
    installProviders([drawing('a', failing('MODEL_OVERLOADED'))]);
    await expect(draw(modelOf(['a', 1]))).rejects.toMatchObject({ options: { retryAfterSeconds: 30 } });
  });

  it('is not disabled by a full queue of our own, which another upstream may answer for', async () => {
    const queue = makeFairQueue({ slots: 1, maxWaiting: 0, maxWaitMs: 1, busyMessage: 'full' });
    const leave = await queue.enter({ account: 'x' });
    const full = await queue.enter({ account: 'y' }).catch((thrown: unknown) => thrown);
    leave();
    if (!(full instanceof ApiError)) throw new Error('the queue took it');
    const a = drawing('a', full);
    installProviders([a, drawing('b')]);
    const single = modelOf(['a', 1]);
    for (let turn = 0; turn < 12; turn += 1) {
      const refused = draw(single, { account: `account-${turn}` });
      await expect(refused).rejects.toMatchObject({ code: 'MODEL_AT_CAPACITY', message: 'full' });
    }
    expect(a.asked).toBe(12);
    expect(await draw(modelOf(['a', 1], ['b', 0]))).toBe('b-model');
  });

  it('is not drawn again when our own queue refuses what has been drawn', async () => {
    const full = new ApiError('MODEL_AT_CAPACITY', 'full', { ownQueue: 'after' });
    const [a, b] = [drawing('a', full), drawing('b', full)];
    installProviders([a, b]);
    for (let turn = 0; turn < 12; turn += 1) await expect(draw()).rejects.toMatchObject({ message: 'full' });
    expect(a.asked + b.asked).toBe(12);
  });

  it('is offline without the ability', async () => {
    installProviders([{ id: 'a' }]);
    for (let round = 0; round < 20; round += 1) {
      await expect(draw(modelOf(['a', 1]))).rejects.toMatchObject({ code: 'MODEL_OFFLINE' });
    }
    // What the upstream can do is not disabled by what it cannot.
    installProviders([drawing('a')]);
    expect(await draw(modelOf(['a', 1]))).toBe(await draw(modelOf(['a', 1])));
  });

  it('ends with the signal’s reason, and calls nobody else', async () => {
    const b = drawing('b');
    installProviders([drawing('a', 'hangs'), b]);
    const leaving = new AbortController();
    const drawn = draw(modelOf(['a', 1], ['b', 0]), { signal: leaving.signal });
    leaving.abort(new Error('left'));
    await expect(drawn).rejects.toThrow('left');
    await expect(draw(ab, { signal: leaving.signal })).rejects.toThrow('left');
    expect(b.asked).toBe(0);
  });
});
