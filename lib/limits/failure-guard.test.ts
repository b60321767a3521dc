import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { clock } from '../platform/clock';
import { findBan, guardSize, noteFailure } from './failure-guard';

const realNow = clock.now;
let nowMs = 1_000_000;
let subjects = 0;
let subject = '';
beforeEach(() => {
  clock.now = () => nowMs;
  subject = `key:${(subjects += 1)}`;
});
afterEach(() => {
  clock.now = realNow;
});
const fail = (times: number, bucket: 'failed' | 'unsupported_feature' = 'failed') => {
  for (let count = 0; count < times; count += 1) noteFailure(subject, bucket);
};

describe('the failed-request guard', () => {
  it('bans at the 21st failure within 30 seconds, for 30 seconds, and then counts from zero', () => {
    fail(20);
    expect(findBan(subject)).toBeNull();
    nowMs += 29_999;
    fail(1);
    expect(findBan(subject)).toEqual({ bucket: 'failed', untilMs: nowMs + 30_000 });
    expect(findBan('key:another')).toBeNull();
    nowMs += 29_999;
    expect(findBan(subject)).not.toBeNull();
    nowMs += 1;
    expect(findBan(subject)).toBeNull();
    fail(20);
    expect(findBan(subject)).toBeNull();
    fail(1);
    expect(findBan(subject)).not.toBeNull();
  });

  it('counts any span of 30 seconds', () => {
    fail(15);
    nowMs += 30_000;
    fail(20);
    expect(findBan(subject)).toBeNull();
    nowMs += 15_000;
    fail(1);
    expect(findBan(subject)).not.toBeNull();
  });

  it('has a separate bucket with a higher limit for unsupported features', () => {
    fail(200, 'unsupported_feature');
    fail(20);
    expect(findBan(subject)).toBeNull();
    fail(1, 'unsupported_feature');
    expect(findBan(subject)?.bucket).toBe('unsupported_feature');
  });

  it('remembers a bounded number of subjects, and none whose failures have expired', () => {
    for (let count = 0; count < 60_000; count += 1) noteFailure(`address:${count}`, 'failed');
    expect(guardSize()).toBeLessThanOrEqual(20_000);
    nowMs += 31_000;
    noteFailure('address:last', 'failed');
    expect(guardSize()).toBe(1);
  });
});
