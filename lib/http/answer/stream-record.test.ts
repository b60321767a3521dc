import { expect, it } from 'vitest';
import { MAX_KEPT_BYTES } from '../../idempotency/keep-answer';
import { addBytes, closeLease, openLease, requestMemory } from '../../platform/sharing/memory-shares';
import { makeStreamRecord } from './stream-record';

const usedBytes = () => requestMemory().bytes;

it('returns all frames in order, and frees their memory when it ends', () => {
  const record = makeStreamRecord('account');
  expect(record.text()).toBe('');
  for (const frame of ['data: 1\n\n', 'data: grüßt\n\n']) record.add(frame);
  expect(record.text()).toBe('data: 1\n\ndata: grüßt\n\n');
  expect(usedBytes()).toBe(2 * Buffer.byteLength(record.text() ?? ''));
  record.end();
  record.end();
  record.add('data: later\n\n');
  expect(record.text()).toBeUndefined();
  expect(usedBytes()).toBe(0);
});

it('drops everything when the frames exceed the maximum that is stored', () => {
  const record = makeStreamRecord('account');
  // Two bytes each.
  record.add('ü'.repeat(MAX_KEPT_BYTES / 2));
  expect(record.text()).toBeDefined();
  record.add('.');
  expect(record.text()).toBeUndefined();
  expect(usedBytes()).toBe(0);
});

it('drops everything when the account has no memory left', () => {
  const others = openLease(requestMemory(), 'account');
  const record = makeStreamRecord('account');
  record.add('first');
  expect(() => {
    for (;;) addBytes(others, 100_000);
  }).toThrow();
  record.add('x'.repeat(100_000));
  expect(record.text()).toBeUndefined();
  expect(usedBytes()).toBe(others.bytes);
  closeLease(others);
});
