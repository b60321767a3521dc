import type { Dispatcher } from 'undici';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fetchFailure } from './fetch-failure';
import { type FetchWatch, startWatch } from './fetch-watch';
import { type ReplyBody, replyBody } from './reply-body';

/** A connection on which nothing happens. */
const connection: Dispatcher.DispatchController = {
  aborted: false,
  paused: false,
  reason: null,
  abort: () => undefined,
  pause: () => undefined,
  resume: () => undefined,
};

let watch: FetchWatch;
let body: ReplyBody;
/** The turns that were asked for, bytes, and what gives the last one. */
let asked: number[];
let give: () => void;

beforeEach(() => {
  asked = [];
  watch = startWatch({}, undefined, () => undefined);
  body = replyBody(connection, watch, (bytes) => {
    asked.push(bytes);
    return new Promise((resolve) => (give = resolve));
  });
});
afterEach(() => watch.end());

/** Whether a promise is still pending after everything else that waits has run. */
async function isPending(promise: Promise<unknown>): Promise<boolean> {
  const waiting = new Promise((resolve) => setImmediate(() => resolve('waiting')));
  return (await Promise.race([promise, waiting])) === 'waiting';
}

const sizeOf = ({ value }: IteratorResult<Uint8Array>): number => (value as Uint8Array).byteLength;

it('returns no more than the turn was for, even if more arrives while the reader waits', async () => {
  body.add(Buffer.alloc(200));
  const first = body.pieces.next();
  body.add(Buffer.alloc(40_000));
  expect(await isPending(first)).toBe(true);
  give();
  expect(sizeOf(await first)).toBe(200);
  const second = body.pieces.next();
  give();
  expect(sizeOf(await second)).toBe(32_768);
  const third = body.pieces.next();
  give();
  expect(sizeOf(await third)).toBe(7_232);
  expect(asked).toEqual([200, 32_768, 7_232]);
});

it('keeps a reader waiting for its turn when the body ends, or breaks off', async () => {
  body.add(Buffer.alloc(10));
  const next = body.pieces.next();
  body.fail(fetchFailure('cut', 'The connection broke off.'));
  expect(await isPending(next)).toBe(true);
  give();
  expect(sizeOf(await next)).toBe(10);
  await expect(body.pieces.next()).rejects.toMatchObject({ kind: 'cut' });
  expect(asked).toEqual([10]);
});

it('ends a reader at once when its body is canceled', async () => {
  body.add(Buffer.alloc(10));
  const next = body.pieces.next();
  expect(await isPending(next)).toBe(true);
  body.cancel();
  expect(await next).toEqual({ done: true, value: undefined });
});
