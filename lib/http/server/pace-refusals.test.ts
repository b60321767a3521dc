import { describe, expect, it } from 'vitest';
import { makePace } from './pace-refusals';

describe('the pace of refusals', () => {
  it('never delays a success or server error, nor a client that fails now and then', () => {
    let nowMs = 0;
    const pace = makePace(() => nowMs);
    for (let count = 0; count < 5_000; count += 1)
      expect(pace(200, null, '192.0.2.1') + pace(503, null, '192.0.2.1')).toBe(0);
    for (let count = 0; count < 1_000; count += 1) {
      nowMs += 100;
      expect(pace(401, null, '192.0.2.1')).toBe(0);
    }
  });

  it('delays an address that keeps failing, by up to a second, and no other', () => {
    const pace = makePace(() => 0);
    const delays = Array.from({ length: 200 }, () => pace(404, null, '192.0.2.1'));
    expect(delays.slice(0, 100).every((delay) => delay === 0)).toBe(true);
    expect(delays[100]).toBeGreaterThan(0);
    expect(Math.max(...delays)).toBe(1_000);
    expect(pace(404, null, '192.0.2.2')).toBe(0);
  });

  it('counts an account separately, wherever it calls from', () => {
    const pace = makePace(() => 0);
    for (let count = 0; count < 500; count += 1) pace(401, null, `10.0.${count >> 8}.${count & 255}`);
    expect(pace(404, 'modest', '10.0.0.1')).toBe(0);
    const delays = Array.from({ length: 200 }, (_, at) => pace(429, 'greedy', `10.1.0.${at}`));
    expect(Math.max(...delays)).toBe(1_000);
    expect(pace(429, 'modest', '10.1.0.1')).toBe(0);
  });

  it('delays callers without an account if many addresses fail together, and recovers soon', () => {
    let nowMs = 0;
    const pace = makePace(() => nowMs);
    const fail = (count: number) =>
      Array.from({ length: count }, (_, at) => pace(401, null, `10.0.${at >> 8}.${at & 255}`));
    expect(fail(300).every((delay) => delay === 0)).toBe(true);
    expect(fail(200).at(-1)).toBe(1_000);
    nowMs = 4_100;
    expect(pace(401, null, '192.0.2.1')).toBe(0);
  });
});
