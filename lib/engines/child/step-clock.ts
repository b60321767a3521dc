/** How steps of prompts are ranked: a prompt that goes last leaves time for those that go first. */
export type Rank = 'first' | 'last';

/** How long a token took, ms: `waitedMs` of it while steps of prompts ran, `ownMs` otherwise. */
export type TokenTime = { ownMs: number; waitedMs: number };

export type StepClock = ReturnType<typeof makeStepClock>;

/** Counts the steps that run, and the time in which any did. @param nowMs a monotonic clock, ms */
export function makeStepClock(nowMs: () => number) {
  const count = { first: 0, last: 0 };
  let sinceMs = 0;
  let beforeMs = 0;
  const running = (rank?: Rank): number => (rank ? count[rank] : count.first + count.last);
  const busyMs = () => beforeMs + (running() > 0 ? nowMs() - sinceMs : 0);
  const change = (rank: Rank, by: 1 | -1): void => {
    beforeMs = busyMs();
    sinceMs = nowMs();
    count[rank] += by;
  };
  return {
    running,
    begin: (rank: Rank) => change(rank, 1),
    end: (rank: Rank) => change(rank, -1),
    timeToken: () => {
      const [begunAtMs, busyBeforeMs] = [nowMs(), busyMs()];
      return (): TokenTime => {
        const waitedMs = busyMs() - busyBeforeMs;
        return { ownMs: nowMs() - begunAtMs - waitedMs, waitedMs };
      };
    },
  };
}
