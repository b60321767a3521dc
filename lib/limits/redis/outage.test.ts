import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { clock } from '../../platform/clock';
import { createLogger } from '../../platform/log';
import { processState } from '../../platform/process-state';
import { watchRedis } from './outage';

const MINUTE = 60_000;
processState('platform.log', () => createLogger('silent'));

const realNow = clock.now;
let nowMs: number;
beforeEach(() => {
  nowMs = MINUTE * 1_000;
  clock.now = () => nowMs;
});
afterEach(() => {
  clock.now = realNow;
});

const lost = () => {
  const watch = watchRedis(() => undefined);
  expect(watch.usable()).toBe(true);
  watch.noteDown(new Error('gone'));
  return watch;
};

describe('a Redis that went down', () => {
  it('is used again in the first window that begins after it has answered a heartbeat', () => {
    const watch = lost();
    watch.noteAnswer();
    nowMs += MINUTE - 1;
    expect(watch.usable()).toBe(false);
    nowMs += 1;
    expect(watch.usable()).toBe(true);
  });

  it('is not used in a window that began before it answered', () => {
    const watch = lost();
    nowMs += MINUTE;
    expect(watch.usable()).toBe(false);
    watch.noteAnswer();
    expect(watch.usable()).toBe(false);
    nowMs += MINUTE;
    expect(watch.usable()).toBe(true);
  });

  it('is not used in a window in which something was admitted without it, even if the window began just then', () => {
    const watch = lost();
    watch.noteAnswer();
    expect(watch.usable()).toBe(false);
    nowMs += MINUTE;
    watch.noteLocal(nowMs);
    expect(watch.usable()).toBe(false);
    nowMs += MINUTE;
    expect(watch.usable()).toBe(true);
  });

  it('must answer a heartbeat again after going down once more', () => {
    const watch = lost();
    watch.noteAnswer();
    watch.noteDown(new Error('gone again'));
    nowMs += MINUTE;
    expect(watch.usable()).toBe(false);
  });

  it('does not keep earlier requests waiting', async () => {
    const watch = watchRedis(() => undefined);
    const asked = watch.ask(() => new Promise(() => undefined));
    watch.noteDown(new Error('gone'));
    expect(await asked).toBeNull();
  });

  it('counts as down if it does not answer, and is then reconnected', async () => {
    let reconnections = 0;
    const watch = watchRedis(() => {
      reconnections += 1;
    });
    expect(await Promise.all([1, 2, 3].map(() => watch.ask(() => new Promise(() => undefined))))).toEqual([
      null,
      null,
      null,
    ]);
    expect(reconnections).toBe(1);
    expect(watch.usable()).toBe(false);
  });
});
