import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { withTimeLimit } from './with-time-limit';
import { LightController } from './light-controller';

const uncaught: unknown[] = [];
const listeners = process.listeners('uncaughtException');
/** Takes what nobody catches, instead of the test runner. */
function watchUncaught(): void {
  process.removeAllListeners('uncaughtException');
  process.on('uncaughtException', (thrown) => uncaught.push(thrown));
}
afterEach(() => {
  process.removeAllListeners('uncaughtException');
  for (const listener of listeners) process.on('uncaughtException', listener);
  uncaught.length = 0;
});

type Controller = AbortController | LightController;
/** Adds listeners that note what they see. */
type Prepare = (controller: Controller, seen: unknown[]) => void | Promise<void>;

/** Both must behave alike: each step of a scenario adds to what it has seen. */
const scenarios: [string, Prepare][] = [
  [
    'calls its listeners in order, once, with an event',
    ({ signal }, seen) => {
      signal.addEventListener('abort', ({ type }) => seen.push(`first ${type}`));
      signal.addEventListener('abort', { handleEvent: ({ type }: Event) => seen.push(`object ${type}`) });
      signal.addEventListener('abort', () => seen.push('last'), { once: true });
    },
  ],
  [
    'calls one that was added twice once, and none that was removed or is null',
    ({ signal }, seen) => {
      const twice = () => seen.push('twice');
      const removed = () => seen.push('removed');
      signal.addEventListener('abort', twice);
      signal.addEventListener('abort', twice);
      signal.addEventListener('abort', removed);
      signal.addEventListener('close', () => seen.push('another type'));
      signal.removeEventListener('abort', removed);
      signal.removeEventListener('abort', () => undefined);
    },
  ],
  [
    'does not call one that another listener has removed meanwhile',
    ({ signal }, seen) => {
      const removed = () => seen.push('removed');
      signal.addEventListener('abort', () => signal.removeEventListener('abort', removed));
      signal.addEventListener('abort', removed);
      signal.addEventListener('abort', () => seen.push('another'));
    },
  ],
  [
    'calls `onabort`',
    ({ signal }, seen) => {
      signal.onabort = ({ type }) => seen.push(`onabort ${type}`);
    },
  ],
  [
    'shows that it is aborted, and why, to its listeners',
    ({ signal }, seen) => {
      signal.addEventListener('abort', () => seen.push(signal.aborted, signal.reason));
    },
  ],
  [
    'calls the others if one throws, which nobody catches',
    ({ signal }, seen) => {
      signal.addEventListener('abort', () => {
        throw new Error('from a listener');
      });
      signal.addEventListener('abort', () => seen.push('another'));
    },
  ],
  [
    'ends a wait of Node’s',
    async ({ signal }, seen) => {
      void sleep(60_000, undefined, { signal, ref: false }).catch((thrown: Error) => seen.push(thrown.name));
      await sleep(1);
    },
  ],
  [
    'ends a signal with a time limit that follows it',
    ({ signal }, seen) => {
      const limited = withTimeLimit(signal, 60_000);
      limited.addEventListener('abort', () => seen.push(limited.reason));
    },
  ],
];

async function play(controller: Controller, prepare: Prepare): Promise<unknown[]> {
  const seen: unknown[] = [];
  watchUncaught();
  await prepare(controller, seen);
  const { signal } = controller;
  seen.push(signal.aborted, signal.reason);
  signal.throwIfAborted();
  controller.abort('the first reason');
  controller.abort('another reason');
  await sleep(5);
  seen.push(signal.aborted, signal.reason, uncaught.map(String));
  expect(() => signal.throwIfAborted()).toThrow('the first reason');
  return seen;
}

describe('a light controller', () => {
  it.each(scenarios)('%s, as an AbortController does', async (_, prepare) => {
    const light = await play(new LightController(), prepare);
    uncaught.length = 0;
    expect(light).toEqual(await play(new AbortController(), prepare));
  });

  it('aborts with an AbortError by default', () => {
    const [light, real] = [new LightController(), new AbortController()];
    light.abort();
    real.abort();
    expect(light.signal.reason).toMatchObject({ name: 'AbortError', message: (real.signal.reason as Error).message });
  });

  it('refuses what it cannot do instead of ignoring it', () => {
    const { signal } = new LightController();
    const { signal: other } = new AbortController();
    expect(() => signal.addEventListener('abort', () => undefined, { signal: other })).toThrow(TypeError);
    expect(() => signal.dispatchEvent()).toThrow(TypeError);
  });
});
