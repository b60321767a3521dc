import { expect, it } from 'vitest';
import { makeDrawingQueue, type Drawer } from './drawing-queue';
import type { FrameAnswer } from './frame/messages';

/** Drawers that answer when they are asked to, and what was done with them. */
function testDrawers() {
  const log: string[] = [];
  const answers = new Map<string, (answer: FrameAnswer) => void>();
  let opened = 0;
  const open = async (): Promise<Drawer> => {
    opened += 1;
    const name = `drawer ${opened}`;
    log.push(`open ${name}`);
    return {
      draw: (source, _config, signal) =>
        new Promise((resolve, reject) => {
          log.push(`${name}: ${source}`);
          answers.set(source, resolve);
          signal.addEventListener('abort', () => reject(signal.reason as Error));
        }),
      close: () => void log.push(`close ${name}`),
    };
  };
  const answer = async (source: string) => {
    await expect.poll(() => answers.has(source)).toBe(true);
    answers.get(source)?.({ mistake: source });
  };
  return { log, open, answer };
}

it('draws one after the other, in one drawer, which is opened for the first', async () => {
  const { log, open, answer } = testDrawers();
  const draw = makeDrawingQueue(open, 5_000);
  expect(log).toEqual([]);
  const [first, second] = [draw('a', {}), draw('b', {})];
  await expect.poll(() => log).toEqual(['open drawer 1', 'drawer 1: a']);
  await answer('a');
  expect(await first).toEqual({ mistake: 'a' });
  await answer('b');
  expect(await second).toEqual({ mistake: 'b' });
  expect(log).toEqual(['open drawer 1', 'drawer 1: a', 'drawer 1: b']);
});

it('closes a drawer that takes too long, and draws the next in another', async () => {
  const { log, open, answer } = testDrawers();
  const draw = makeDrawingQueue(open, 50);
  const first = draw('endless', {});
  const second = draw('b', {});
  await expect(first).rejects.toMatchObject({ name: 'TimeoutError' });
  await answer('b');
  expect(await second).toEqual({ mistake: 'b' });
  expect(log).toEqual(['open drawer 1', 'drawer 1: endless', 'close drawer 1', 'open drawer 2', 'drawer 2: b']);
});

it('does not draw what is no longer wanted', async () => {
  const { log, open, answer } = testDrawers();
  const draw = makeDrawingQueue(open, 5_000);
  const controller = new AbortController();
  const [first, dropped, third] = [draw('a', {}), draw('dropped', {}, controller.signal), draw('c', {})];
  controller.abort();
  await answer('a');
  await first;
  await expect(dropped).rejects.toMatchObject({ name: 'AbortError' });
  await answer('c');
  await third;
  expect(log).toEqual(['open drawer 1', 'drawer 1: a', 'drawer 1: c']);
});

it('tries again to open a drawer', async () => {
  const { open, answer } = testDrawers();
  let fails = true;
  const draw = makeDrawingQueue(() => (fails ? Promise.reject(new Error('offline')) : open()), 5_000);
  await expect(draw('a', {})).rejects.toThrow('offline');
  fails = false;
  const again = draw('a', {});
  await answer('a');
  expect(await again).toEqual({ mistake: 'a' });
});
