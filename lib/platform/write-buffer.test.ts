import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '../core/errors';
import { createLogger } from './log';
import { processState } from './process-state';
import { makeWriteBuffer } from './write-buffer';

type Note = { owner: string | null; n: number };

let lines: { msg: string }[] = [];
const write = (line: string) => void lines.push(JSON.parse(line) as { msg: string });
processState('platform.log', () => createLogger('warn', { write }));

beforeEach(() => {
  lines = [];
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A buffer and what it wrote; its writes fail while `failure` is set. */
function open(limits: { perOwner: number; total: number }) {
  const written: number[][] = [];
  const state: { failure: Error | null } = { failure: null };
  const buffer = makeWriteBuffer<Note>({
    noun: 'notes',
    ownerOf: ({ owner }) => owner,
    limits,
    write: (notes) => {
      if (state.failure) return Promise.reject(state.failure);
      written.push(notes.map(({ n }) => n));
      return Promise.resolve();
    },
  });
  const add = (owner: string | null, ...numbers: number[]) => numbers.forEach((n) => buffer.add({ owner, n }));
  return { buffer, add, written, state };
}

const WIDE = { perOwner: 100, total: 1_000 };
const unavailable = () => new ApiError('NOT_READY', 'The database is unavailable.');

it('writes its rows within a second, oldest first, in one statement', async () => {
  const { add, written } = open(WIDE);
  add('a', 1);
  await vi.advanceTimersByTimeAsync(900);
  add('b', 2);
  add(null, 3);
  expect(written).toEqual([]);
  await vi.advanceTimersByTimeAsync(100);
  expect(written).toEqual([[1, 2, 3]]);
  add('a', 4);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(written).toEqual([[1, 2, 3], [4]]);
});

it('limits the rows per owner, dropping the oldest, and does not evict other owners’ rows', async () => {
  const { buffer, add, written } = open({ perOwner: 2, total: 100 });
  add('quiet', 0);
  add(null, 1, 2, 3);
  add('loud', 4, 5, 6, 7);
  await buffer.flush();
  expect(written).toEqual([[0, 2, 3, 6, 7]]);
});

it('limits the rows in total, dropping the oldest of any owner', async () => {
  const { buffer, add, written } = open({ perOwner: 3, total: 4 });
  add('a', 1, 2, 3);
  add('b', 4, 5);
  // One of `a` was dropped, so `a` is below its limit again.
  add('a', 6);
  await buffer.flush();
  expect(written).toEqual([[3, 4, 5, 6]]);
});

it('drops rows that can never be written, logs each time, and continues', async () => {
  const { buffer, add, written, state } = open(WIDE);
  state.failure = new Error('no such column');
  for (const n of [1, 2]) {
    add('a', n);
    await buffer.flush();
  }
  state.failure = null;
  add('a', 3);
  await buffer.flush();
  expect(written).toEqual([[3]]);
  expect(lines.map(({ msg }) => msg)).toEqual(['notes could not be written', 'notes could not be written']);
});

it('keeps rows while the database is unavailable, logs each outage once, and writes them all in order afterward', async () => {
  const { buffer, add, written, state } = open({ perOwner: 3, total: 100 });
  for (const outage of [1, 2]) {
    state.failure = unavailable();
    add('a', 1, 2);
    await buffer.flush();
    add('a', 3);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(lines).toHaveLength(outage);
    // The limit applies during the outage too.
    add('a', 4);
    state.failure = null;
    await vi.advanceTimersByTimeAsync(1_000);
    expect(written.splice(0)).toEqual([[2, 3, 4]]);
  }
});

it('writes one batch after the other', async () => {
  const seen: string[] = [];
  let release = () => {};
  const buffer = makeWriteBuffer<Note>({
    noun: 'notes',
    ownerOf: ({ owner }) => owner,
    limits: WIDE,
    write: async ([first]) => {
      seen.push(`begin ${first?.n}`);
      await new Promise<void>((resolve) => (release = resolve));
      seen.push(`end ${first?.n}`);
    },
  });
  buffer.add({ owner: 'a', n: 1 });
  const one = buffer.flush();
  await vi.advanceTimersByTimeAsync(0);
  buffer.add({ owner: 'a', n: 2 });
  const two = buffer.flush();
  await vi.advanceTimersByTimeAsync(0);
  expect(seen).toEqual(['begin 1']);
  release();
  await one;
  await vi.advanceTimersByTimeAsync(0);
  release();
  await two;
  expect(seen).toEqual(['begin 1', 'end 1', 'begin 2', 'end 2']);
});
