import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { begin, type Breaker, enter, type Health, leave, newBreaker, type Permit, secondsToProbe } from './breaker';

const made = () => newBreaker('lab', 'big', 0);

/** One call from start to end at one time; returns its permit. */
function call(breaker: Breaker, health: Health, nowMs = 0): Permit | null {
  const permit = enter(breaker, nowMs);
  if (permit) leave(breaker, permit, health, health === 'unhealthy' ? 'INFERENCE_FAILED' : null, nowMs);
  return permit;
}
const calls = (breaker: Breaker, times: number, health: Health, nowMs = 0) =>
  Array.from({ length: times }, () => call(breaker, health, nowMs));

describe('a breaker', () => {
  it('opens after five failures in a row, not before', () => {
    const breaker = made();
    calls(breaker, 4, 'unhealthy');
    call(breaker, 'healthy');
    calls(breaker, 4, 'unhealthy');
    expect(breaker).toMatchObject({ state: 'closed', failures: 4, lastError: 'INFERENCE_FAILED' });
    call(breaker, 'unhealthy', 7);
    expect(breaker).toMatchObject({ state: 'open', sinceMs: 7, probeAtMs: 5_007 });
    expect(enter(breaker, 5_006)).toBeNull();
  });

  it('learns nothing from a caller who left, and does not open for a busy upstream', () => {
    const breaker = made();
    for (const health of ['unknown', 'busy'] as const) {
      calls(breaker, 4, 'unhealthy');
      calls(breaker, 20, health);
      expect(breaker).toMatchObject({ state: 'closed', failures: 4 });
      call(breaker, 'healthy');
    }
  });

  it('stays open twice as long each time, up to a minute, and for five seconds again after a complete answer', () => {
    const breaker = made();
    calls(breaker, 5, 'unhealthy');
    const pauses = [];
    for (let round = 0; round < 6; round += 1) {
      const atMs = breaker.probeAtMs;
      expect(enter(breaker, atMs - 1)).toBeNull();
      expect(call(breaker, 'unhealthy', atMs)).not.toBeNull();
      pauses.push(breaker.probeAtMs - atMs);
    }
    expect(pauses).toEqual([10_000, 20_000, 40_000, 60_000, 60_000, 60_000]);
    // Since it became unhealthy, not since the last probe.
    expect(breaker.sinceMs).toBe(0);
    call(breaker, 'healthy', breaker.probeAtMs);
    const closedAtMs = breaker.probeAtMs;
    expect(breaker).toMatchObject({ state: 'closed', failures: 0, sinceMs: closedAtMs });
    calls(breaker, 5, 'unhealthy', closedAtMs);
    expect(breaker.probeAtMs - closedAtMs).toBe(5_000);
  });

  it('closes at the first output of the probe, but keeps its open time until an answer is complete', () => {
    const breaker = made();
    calls(breaker, 5, 'unhealthy');
    const probe = enter(breaker, 5_000);
    if (!probe) throw new Error('no trial');
    begin(breaker, probe, 5_000);
    expect(breaker.state).toBe('closed');
    // It still breaks off: that is the first of five failures again.
    leave(breaker, probe, 'unhealthy', 'INFERENCE_FAILED', 5_000);
    expect(breaker).toMatchObject({ state: 'closed', failures: 1 });
    calls(breaker, 4, 'unhealthy', 5_000);
    expect(breaker).toMatchObject({ state: 'open', probeAtMs: 15_000 });
  });

  it('closes when the probe is answered at all, and allows the next probe if its caller left', () => {
    const breaker = made();
    calls(breaker, 5, 'unhealthy');
    expect(call(breaker, 'unknown', 5_000)).not.toBeNull();
    expect(breaker).toMatchObject({ state: 'open', probeAtMs: 5_000 });
    call(breaker, 'busy', 5_000);
    expect(breaker.state).toBe('closed');
  });

  it('learns nothing from calls that began before it opened', () => {
    const breaker = made();
    const early = Array.from({ length: 9 }, () => enter(breaker, 0));
    calls(breaker, 5, 'unhealthy');
    const probe = enter(breaker, 5_000);
    for (const [index, permit] of early.entries()) {
      if (permit) leave(breaker, permit, index % 2 === 0 ? 'unhealthy' : 'healthy', null, 5_000);
    }
    expect(breaker).toMatchObject({ state: 'half_open', failures: 5 });
    if (probe) leave(breaker, probe, 'healthy', null, 5_001);
    expect(breaker.state).toBe('closed');
  });

  it('reports the time to the next probe in whole seconds', () => {
    const breaker = made();
    calls(breaker, 5, 'unhealthy');
    expect([0, 1, 4_001, 4_999, 9_000].map((nowMs) => secondsToProbe(breaker, nowMs))).toEqual([5, 5, 1, 1, 1]);
  });

  it('allows at most one call while it is not closed, whatever happens, and always probes again', () => {
    const step = fc.record({
      pauseMs: fc.constantFrom(0, 1, 500, 5_000, 60_000),
      act: fc.constantFrom('enter', 'begin', 'leave'),
      which: fc.nat(9),
      health: fc.constantFrom<Health>('healthy', 'busy', 'unhealthy', 'unknown'),
    });
    const history = (steps: { pauseMs: number; act: string; which: number; health: Health }[]) => {
      const breaker = made();
      const running: Permit[] = [];
      let nowMs = 0;
      for (const { pauseMs, act, which, health } of steps) {
        nowMs += pauseMs;
        const permit = running[which % Math.max(1, running.length)];
        if (act === 'enter') {
          const before = breaker.state;
          const entered = enter(breaker, nowMs);
          if (entered) running.push(entered);
          if (before === 'half_open') expect(entered).toBeNull();
        } else if (permit && act === 'begin') begin(breaker, permit, nowMs);
        else if (permit) {
          leave(breaker, permit, health, null, nowMs);
          running.splice(running.indexOf(permit), 1);
        }
        expect(running.filter(({ round }) => breaker.state === 'half_open' && round === breaker.round).length).toBe(
          breaker.state === 'half_open' ? 1 : 0,
        );
        expect(breaker.probeAtMs - nowMs).toBeLessThanOrEqual(60_000);
      }
      for (const permit of running) leave(breaker, permit, 'unhealthy', null, nowMs);
      expect(enter(breaker, nowMs + 60_000)).not.toBeNull();
    };
    fc.assert(fc.property(fc.array(step, { maxLength: 80 }), history), { numRuns: 500 });
  });
});
