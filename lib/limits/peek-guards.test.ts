import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { clock } from '../platform/clock';
import { findBan, noteFailure } from './failure-guard';
import { peekGuards } from './peek-guards';

const realNow = clock.now;
let nowMs = 5_000_000;
let subjects = 0;
let subject = '';
beforeEach(() => {
  nowMs += 100_000;
  clock.now = () => nowMs;
  subject = `session:${(subjects += 1)}`;
});
afterEach(() => {
  clock.now = realNow;
});
const fail = (times: number, who = subject, bucket: 'failed' | 'unsupported_feature' = 'failed') => {
  for (let count = 0; count < times; count += 1) noteFailure(who, bucket);
};

describe('peeking at the failed-request guard', () => {
  it('reports the failures of the last 30 seconds and changes nothing', async () => {
    fail(3);
    nowMs += 20_000;
    fail(2);
    fail(9, subject, 'unsupported_feature');
    expect(await peekGuards(subject, [])).toEqual({ failures: 5, ban: null, others: [] });
    nowMs += 10_000;
    for (let count = 0; count < 40; count += 1) await peekGuards(subject, []);
    expect((await peekGuards(subject, [])).failures).toBe(2);
    expect(findBan(subject)).toBeNull();
  });

  it('reports bans, its own and others’, until they end', async () => {
    fail(21);
    const key = `key:${subjects}`;
    fail(201, key, 'unsupported_feature');
    const untilMs = nowMs + 30_000;
    nowMs += 29_999;
    expect(await peekGuards(subject, ['key:none', key])).toEqual({
      failures: 0,
      ban: { bucket: 'failed', untilMs },
      others: [null, { bucket: 'unsupported_feature', untilMs }],
    });
    nowMs += 1;
    expect(await peekGuards(subject, [key])).toEqual({ failures: 0, ban: null, others: [null] });
  });
});
