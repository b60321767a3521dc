import { expect, it } from 'vitest';
import { type FrameSink, sse, type StreamEnd } from './sse';

const IMAGE = 'A'.repeat(3_000_000);
const RESULT = { type: 'result', answer: { images: [IMAGE, `${IMAGE}ü`] } };

/** Streams lists of events. @param leaveAfter the reader leaves after so many writes; it is slow all the time */
async function stream(lists: object[][], leaveAfter = Number.POSITIVE_INFINITY) {
  const writes: string[] = [];
  const frames: string[] = [];
  const ends: StreamEnd[] = [];
  let turns = 0;
  let stop = (): Promise<void> => Promise.resolve();
  const sink: FrameSink = {
    write: (text) => {
      writes.push(String(text));
      if (writes.length === leaveAfter) void stop();
      return false;
    },
    drained: () => Promise.resolve(),
    breakOff: () => undefined,
    onLeave: (act) => (stop = act),
  };
  const counting = setInterval(() => (turns += 1), 0);
  const iterator = (async function* () {
    yield* lists;
  })();
  const first = await iterator.next();
  const onEnd = async (end: StreamEnd) => void ends.push(end);
  await sse(first, iterator, 'r', { account: 'one', onFrame: (frame) => frames.push(frame), onEnd })(sink);
  clearInterval(counting);
  return { writes, frames, ends, turns };
}

it('writes an event with images in slices, and lets others have their turns in between', async () => {
  const { writes, frames, turns } = await stream([[{ type: 'progress' }], [RESULT, { after: 1 }]]);
  const text = writes.join('');
  expect(text).toBe(
    `data: {"type":"progress"}\n\ndata: ${JSON.stringify(RESULT)}\n\ndata: {"after":1}\n\ndata: [DONE]\n\n`,
  );
  expect(frames.join('')).toBe(text);
  expect(Math.max(...writes.map(({ length }) => length))).toBeLessThan(300_000);
  expect(turns).toBeGreaterThan(3);
});

it('writes every other event at once', async () => {
  const event = { choices: [{ delta: { content: 'A'.repeat(200_000) } }] };
  const { writes } = await stream([[event]]);
  expect(writes).toEqual([`data: ${JSON.stringify(event)}\n\n`, 'data: [DONE]\n\n']);
});

it('stops amid a long event if the reader leaves', async () => {
  const { writes, ends } = await stream([[RESULT, { after: 1 }]], 3);
  expect(writes).toHaveLength(3);
  expect(ends).toEqual([{ ending: 'client_left' }]);
});
