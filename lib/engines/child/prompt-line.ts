import type { Changes } from './changes';
import type { Rank, StepClock } from './step-clock';

/** How long a step of a prompt that goes last takes at most, about. */
export const LAST_STEP_MS = 75;

/**
 * Time for others after a step, as a multiple of the step's time. Measured beside one long prompt on a busy machine:
 * with 1, an answer kept a third of its speed. Prompts that go last should not be noticed, but still finish.
 */
const TIME_FOR_OTHERS = { first: 2, last: 6 };
/** How long a prompt that goes last waits for those that go first, before each step. */
const PATIENCE_MS = TIME_FOR_OTHERS.last * LAST_STEP_MS;

/** How often a waiting prompt checks whether it is interrupted or its rank has changed. */
const LOOK_EVERY_MS = 50;

/** A prompt to be read. What its functions return may change while it waits for its turn. */
export type PromptToRead = {
  /** Whether it also leaves time for other prompts, and far more for answers. */
  goesLast: () => boolean;
  /** Whether reading should stop. */
  isInterrupted: () => boolean;
  signal: AbortSignal;
};

/** How many are active: answers, and prompts that go first. */
export type Active = { answers: number; first: number };

type Waiter = { rank: Rank; sinceMs: number };

type LineParts = {
  active: Active;
  clock: StepClock;
  due: ReturnType<typeof makeDue>;
  changes: Changes;
  nowMs: () => number;
};

/** The prompts that wait for their next step. */
export function makeLine({ active, clock, due, changes, nowMs }: LineParts) {
  const line: Waiter[] = [];
  const othersOf = (rank: Rank) => active.answers + (rank === 'last' ? active.first : 0);
  const isNext = (waiter: Waiter): boolean => line.find(({ rank }) => rank === waiter.rank) === waiter;
  /** Whether a prompt that goes last has left others their time: then they wait for one step of it. */
  const isOverdue = ({ rank, sinceMs }: Waiter): boolean =>
    rank === 'last' && nowMs() - sinceMs >= PATIENCE_MS && due.isSpaced();
  /** In how many ms it may go, with others active and no step running. */
  const dueInMs = (waiter: Waiter): number =>
    isOverdue(waiter) ? (active.answers > 0 ? due.inMs('first') : 0) : due.inMs(waiter.rank);
  const mayGo = (waiter: Waiter): boolean => {
    if (waiter.rank === 'first' && (clock.running('last') > 0 || line.some(isOverdue))) return false;
    return othersOf(waiter.rank) === 0 || (clock.running() === 0 && isNext(waiter) && dueInMs(waiter) <= 0);
  };
  /** Whether a change has to come first, so that there is nothing to wait for but that. */
  const waitsForOthers = (waiter: Waiter): boolean =>
    clock.running() > 0 || !isNext(waiter) || (waiter.rank === 'first' && line.some(isOverdue));
  /** The rank of a prompt whose turn it is, counted before anybody else checks; null once interrupted. */
  const wait = async ({ isInterrupted, signal }: PromptToRead, rankNow: () => Rank): Promise<Rank | null> => {
    const waiter: Waiter = { rank: rankNow(), sinceMs: nowMs() };
    line.push(waiter);
    try {
      const isTurn = () => {
        waiter.rank = rankNow();
        return isInterrupted() || mayGo(waiter);
      };
      while (!signal.aborted && !isTurn()) {
        const inMs = waitsForOthers(waiter) ? LOOK_EVERY_MS : Math.min(dueInMs(waiter), LOOK_EVERY_MS);
        await changes.next(inMs, signal);
      }
      signal.throwIfAborted();
      if (isInterrupted()) return null;
      clock.begin(waiter.rank);
      return waiter.rank;
    } finally {
      line.splice(line.indexOf(waiter), 1);
    }
  };
  return { wait };
}

/** When prompts of each rank may take a step again. */
export function makeDue(nowMs: () => number) {
  const dueAtMs = { first: 0, last: 0 };
  let spacedAtMs = 0;
  return {
    inMs: (rank: Rank): number => dueAtMs[rank] - nowMs(),
    /** Whether steps of prompts that go last have left others their time, not counting steps of those others. */
    isSpaced: (): boolean => nowMs() >= spacedAtMs,
    /** Reserves time for others after a step that took so long. */
    leaveTime: (of: Rank, tookMs: number): void => {
      for (const rank of ['first', 'last'] as const) {
        const times = rank === of ? TIME_FOR_OTHERS[rank] : TIME_FOR_OTHERS.first;
        dueAtMs[rank] = Math.max(dueAtMs[rank], nowMs() + times * tookMs);
      }
      if (of === 'last') spacedAtMs = nowMs() + TIME_FOR_OTHERS.last * tookMs;
    },
  };
}
