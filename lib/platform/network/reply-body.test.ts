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
/** The sizes of the requested turns in bytes, and a function that grants the last one. */
let requested: number[];
let grantTurn: () => void;

beforeEach(() => {
  requested = [];
  watch = startWatch({}, undefined, () => undefined);
  body = replyBody(connection, watch, (bytes) => {
    requested.push(bytes);
    return new Promise((resolve) => (grantTurn = resolve));
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
  grantTurn();
  expect(sizeOf(await first)).toBe(200);
  const second = body.pieces.next();
  grantTurn();
  expect(sizeOf(await second)).toBe(32_768);
  const third = body.pieces.next();
  grantTurn();
  expect(sizeOf(await third)).toBe(7_232);
  expect(requested).toEqual([200, 32_768, 7_232]);
});

it('keeps a reader waiting for its turn when the body ends or the connection is lost', async () => {
  body.add(Buffer.alloc(10));
  const next = body.pieces.next();
  body.fail(fetchFailure('cut', 'The connection was lost.'));
  expect(await isPending(next)).toBe(true);
  grantTurn();
  expect(sizeOf(await next)).toBe(10);
  await expect(body.pieces.next()).rejects.toMatchObject({ kind: 'cut' });
  expect(requested).toEqual([10]);
});

it('ends a reader at once when its body is canceled', async () => {
  body.add(Buffer.alloc(10));
  const next = body.pieces.next();
  expect(await isPending(next)).toBe(true);
  body.cancel();
  expect(await next).toEqual({ done: true, value: undefined });
});
