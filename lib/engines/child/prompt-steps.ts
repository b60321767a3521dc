/** Shares the processor between prompts that are being read and answers that are being generated. */

/**
 * Tokens per step of a prompt. Small steps limit how long an abort waits for a long prompt. Measured on a CPU: steps of
 * 32 take a fifth longer, and steps above 64 save no time.
 */
export const STEP_TOKENS = 64;
/** The largest steps: alone; beside answers, or shortly after them; and of a prompt that goes last. */
const STEPS = {
  alone: { tokens: STEP_TOKENS, forMs: 300 },
  beside: { tokens: 32, forMs: 150 },
  last: { tokens: 16, forMs: 75 },
};
/** So long after an answer, its caller's next request is expected, which a long step would keep waiting. */
const LATELY_MS = 1_000;
/** Fewer gain nothing: deep in a context 64 tokens take a second, and one takes a thirtieth of that. */
const LEAST_STEP_TOKENS = 4;

/**
 * Time for others after a step, as a multiple of the step's time. Measured beside one long prompt on a busy machine:
 * with 1, an answer kept a third of its speed. Prompts that go last should not be noticed, but still finish.
 */
const TIME_FOR_OTHERS = { first: 2, last: 6 };
/** So long a prompt that goes last waits for those that go first, before each step. */
const PATIENCE_MS = TIME_FOR_OTHERS.last * STEPS.last.forMs;

/** How long a token took, ms: `waitedMs` of it while steps of prompts ran, `ownMs` otherwise. */
export type TokenTime = { ownMs: number; waitedMs: number };

/** One prompt that is being read. */
export type PromptReading = {
  /**
   * Evaluates one step, of at most so many tokens, when it is its turn.
   * @returns whether it did: not once it is interrupted
   * @throws the signal's reason when aborted
   */
  take: (evaluate: (tokens: number) => Promise<void>) => Promise<boolean>;
  /** To be called once the prompt is read, or abandoned. */
  end: () => void;
};

/** A prompt to be read. What its functions return may change while it waits for its turn. */
export type PromptToRead = {
  /** Whether it also leaves time for other prompts, and far more for answers. */
  goesLast: () => boolean;
  /** Whether reading should stop. */
  isInterrupted: () => boolean;
  signal: AbortSignal;
};

/** Schedules steps of prompts among the tokens of answers. One for all models of an engine: they use the same cores. */
export type PromptSteps = {
  /** Registers that an answer is being generated. @returns a function to call once, when it ends */
  beginAnswer: () => () => void;
  /** Between two tokens of an answer: others have the processor to themselves for so many ms, as if it had ended. */
  rest: (forMs: number, signal: AbortSignal) => Promise<void>;
  /** Begins to time a token. @returns its time so far */
  timeToken: () => () => TokenTime;
  /**
   * Registers that a prompt is being read. While answers are generated, prompts take one step at a time, first in,
   * first out, and after each step answers have the processor to themselves for twice as long. A prompt that goes last
   * waits for the steps of others, but not longer than six times its own.
   */
  beginPrompt: (prompt: PromptToRead) => PromptReading;
};

type Rank = 'first' | 'last';
/** How many are active: answers, and prompts that go first. */
type Active = { answers: number; first: number };
type Changes = ReturnType<typeof makeChanges>;
type Clock = ReturnType<typeof makeStepClock>;
type Waiter = { rank: Rank; sinceMs: number };

/** How often a waiting prompt checks whether it is interrupted or its rank has changed. */
const LOOK_EVERY_MS = 50;

/** @param nowMs a monotonic clock, ms */
export function createPromptSteps(nowMs: () => number = () => performance.now()): PromptSteps {
  const changes = makeChanges();
  const active: Active = { answers: 0, first: 0 };
  const clock = makeStepClock(nowMs);
  const due = makeDue(nowMs);
  const line = makeLine({ active, clock, due, changes, nowMs });
  let answeredAtMs = Number.NEGATIVE_INFINITY;

  const sizeFor = (rank: Rank): keyof typeof STEPS => {
    if (rank === 'last') return 'last';
    return active.answers > 0 || nowMs() - answeredAtMs < LATELY_MS ? 'beside' : 'alone';
  };
  const begin = (what: keyof typeof active) => {
    active[what] += 1;
    return () => ((active[what] -= 1), changes.note());
  };
  const answered = () => (answeredAtMs = nowMs());
  const rest = makeRest(active, changes, nowMs);

  return {
    beginAnswer: () => {
      const end = begin('answers');
      return () => (answered(), end());
    },
    rest: (forMs, signal) => (answered(), rest(forMs, signal)),
    timeToken: clock.timeToken,
    beginPrompt: (prompt) => {
      const size = makeStepSize();
      const { rankNow, end } = makeRank(prompt.goesLast, () => begin('first'));
      return {
        end,
        take: async (evaluate) => {
          const rank = await line.wait(prompt, rankNow);
          if (rank === null) return false;
          const begunAtMs = nowMs();
          try {
            await evaluate(size.next(sizeFor(rank)));
            return true;
          } finally {
            const tookMs = nowMs() - begunAtMs;
            clock.end(rank);
            size.took(tookMs);
            due.leaveTime(rank, tookMs);
            changes.note();
          }
        },
      };
    },
  };
}

type LineParts = {
  active: Active;
  clock: Clock;
  due: ReturnType<typeof makeDue>;
  changes: Changes;
  nowMs: () => number;
};

/** The prompts that wait for their next step. */
function makeLine({ active, clock, due, changes, nowMs }: LineParts) {
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

/** Counts the steps that run, and the time in which any did. */
function makeStepClock(nowMs: () => number) {
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

/** The step size of one prompt: the deeper in a context, the longer each token takes. */
function makeStepSize() {
  let tokens = 0;
  let perTokenMs = 0;
  return {
    next: (of: keyof typeof STEPS): number => {
      const { tokens: most, forMs } = STEPS[of];
      tokens = Math.min(most, Math.max(LEAST_STEP_TOKENS, Math.floor(forMs / perTokenMs)));
      return tokens;
    },
    took: (ms: number): void => {
      perTokenMs = ms / tokens;
    },
  };
}

/** When prompts of each rank may take a step again. */
function makeDue(nowMs: () => number) {
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

function makeRest(active: Active, changes: Changes, nowMs: () => number): PromptSteps['rest'] {
  return async (forMs, signal) => {
    const untilMs = nowMs() + forMs;
    const isOver = () => active.answers + active.first === 0 || nowMs() >= untilMs;
    active.answers -= 1;
    changes.note();
    while (!signal.aborted && !isOver()) await changes.next(untilMs - nowMs(), signal);
    active.answers += 1;
  };
}

/** The rank of a prompt, which may change from step to step; it counts among those that go first while it is one. */
function makeRank(goesLast: () => boolean, beginFirst: () => () => void) {
  let endFirst: (() => void) | null = null;
  const end = (): void => {
    endFirst?.();
    endFirst = null;
  };
  const rankNow = (): Rank => {
    if (goesLast()) end();
    else endFirst ??= beginFirst();
    return endFirst ? 'first' : 'last';
  };
  rankNow();
  return { rankNow, end };
}

/** Wakes everybody who waits for a change: whoever may not continue yet waits for the next one. */
function makeChanges() {
  const waiting = new Set<() => void>();
  return {
    note: (): void => {
      for (const wake of [...waiting]) wake();
    },
    /** Resolves at the next change, after so many ms at the latest, and when the signal is aborted. */
    next: (withinMs: number, signal: AbortSignal): Promise<void> =>
      new Promise((resolve) => {
        const wake = (): void => {
          clearTimeout(timer);
          waiting.delete(wake);
          signal.removeEventListener('abort', wake);
          resolve();
        };
        const timer = setTimeout(wake, Math.max(1, withinMs));
        waiting.add(wake);
        signal.addEventListener('abort', wake);
      }),
  };
}
