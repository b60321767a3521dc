import { describe, expect, it } from 'vitest';
import { figuresOf, hasFigure, type Sample } from './figures';

const EVERYBODY = { requests: 20, accounts: 5, perAccount: 10 };
const NOTHING = { firstTokenMs: null, tokensPerSecond: null, durationMs: null, uptimePercent: null };

const answer = (account: number, firstTokenMs = 312, durationMs = 2_312, outputTokens = 97): Sample => ({
  accountId: `account ${account}`,
  answered: true,
  measured: { firstTokenMs, durationMs, outputTokens },
});
const failure = (account: number): Sample => ({ accountId: `account ${account}`, answered: false, measured: null });
const times = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => make(index));

describe('figures', () => {
  it('are medians, rounded to two digits', () => {
    const samples = times(25, (index) => answer(index % 5, 300 + index));
    expect(figuresOf(samples, EVERYBODY)).toEqual({
      firstTokenMs: 310,
      tokensPerSecond: 49,
      durationMs: 2_300,
      uptimePercent: 100,
    });
  });

  it('need enough requests, of enough accounts', () => {
    expect(
      figuresOf(
        times(19, (index) => answer(index % 5)),
        EVERYBODY,
      ),
    ).toEqual(NOTHING);
    expect(
      figuresOf(
        times(400, (index) => answer(index % 4)),
        EVERYBODY,
      ),
    ).toEqual(NOTHING);
    expect(hasFigure(figuresOf([], EVERYBODY))).toBe(false);
    expect(
      hasFigure(
        figuresOf(
          times(20, (index) => answer(index % 5)),
          EVERYBODY,
        ),
      ),
    ).toBe(true);
  });

  it('need enough requests even if one account sent many of them', () => {
    const few = [...times(500, () => answer(0)), ...times(9, (index) => answer(1 + (index % 4)))];
    expect(figuresOf(few, EVERYBODY)).toEqual(NOTHING);
    expect(hasFigure(figuresOf([...few, answer(1)], EVERYBODY))).toBe(true);
  });

  it('are each hidden separately', () => {
    const whole = { firstTokenMs: null, durationMs: 900, outputTokens: 500 };
    const samples = [
      ...times(20, (index) => ({ ...answer(index % 5), measured: whole })),
      ...times(24, (index) => answer(index % 4)),
    ];
    expect(figuresOf(samples, EVERYBODY)).toMatchObject({
      firstTokenMs: null,
      tokensPerSecond: null,
      uptimePercent: 100,
    });
    expect(figuresOf(samples, EVERYBODY).durationMs).toBe(2_300);
  });

  it('are not decided by an account that sends many requests', () => {
    const others = times(100, (index) => answer(index % 10));
    const loud = [...times(5_000, () => answer(99, 9_000, 60_000, 20)), ...times(5_000, () => failure(99))];
    expect(figuresOf([...loud, ...others], EVERYBODY)).toEqual({
      firstTokenMs: 310,
      tokensPerSecond: 49,
      durationMs: 2_300,
      uptimePercent: 95,
    });
  });

  it('leave short and sudden answers out of the speed', () => {
    const short = times(30, (index) => answer(index % 6, 300, 5_000, 3));
    const sudden = times(30, (index) => answer(index % 6, 300, 301, 500));
    expect(figuresOf([...short, ...sudden], EVERYBODY)).toMatchObject({ firstTokenMs: 300, tokensPerSecond: null });
  });

  it.each([
    [0, 100],
    [1, 99.5],
    [2, 99],
    [40, 80],
    [200, 0],
  ])('with %i of 200 failures, the uptime is %d', (failures, percent) => {
    const samples = times(200, (index) => (index < failures ? failure(index % 8) : answer(index % 8)));
    expect(figuresOf(samples, EVERYBODY).uptimePercent).toBe(percent);
  });
});
