import type { ChatPart } from '../core/chat';
import { hasLeft } from '../core/leaving';
import { LightController } from '../platform/light-controller';
import { type ChatMeter, isVisible } from './meter';

/**
 * How long a model is read on after its caller left: this long for the end of its answer, and then as long again for its
 * usage report.
 */
export const READ_ON_MS = 1_000;

/** A model's answer whose caller may leave. */
export type Reading = {
  /** Ends the work: aborted after the caller left, as soon as nothing more is read. */
  signal: AbortSignal;
  /** The parts until the caller leaves. Called once. */
  read(answer: AsyncIterable<ChatPart[]>): AsyncIterable<ChatPart[]>;
  /** Resolves when the signal is aborted; at once if nobody has left. */
  ended(): Promise<void>;
};

/**
 * Reads a model's answer until its caller leaves, and then only for the usage report of an answer that has already
 * ended: what a model thought without showing it is known from that report alone, and leaving right after the last word
 * must not be cheaper than staying (docs/billing.md, "What a request costs"). The first further output proves that the
 * answer has not ended: then the model is stopped, and nothing that came after the caller left counts. Nothing is read
 * on before the first output, if the model counts its own pieces, or if it was not the caller who ended the request.
 * @param leaving aborted when the caller leaves
 * @param meter gets the finish and the report that were read on; what came before passes the caller of `read`
 * @param waitMs see `READ_ON_MS`
 */
export function readUntilLeft(leaving: AbortSignal, meter: ChatMeter, choices: number, waitMs: number): Reading {
  const ending = new LightController();
  const ended = new Promise<void>((done) => ending.signal.addEventListener('abort', () => done(), { once: true }));
  const end = () => ending.abort(leaving.reason);
  const finished = new Set<number>();
  let answer: AsyncIterator<ChatPart[]> | null = null;
  /** The next part while it is awaited. */
  let awaited: Promise<IteratorResult<ChatPart[]>> | null = null;
  const leave = () => {
    if (answer === null || !hasLeft(leaving) || !meter.produced() || meter.countsPieces()) end();
    // A failure ends it, too: what has been counted by then is charged.
    else void readReport(answer, awaited, { finished, meter, choices, waitMs }).then(end, end);
  };
  if (leaving.aborted) end();
  else leaving.addEventListener('abort', leave, { once: true });

  async function next(from: AsyncIterator<ChatPart[]>): Promise<IteratorResult<ChatPart[]>> {
    if (!leaving.aborted) {
      try {
        awaited = from.next();
        const step = await awaited;
        if (!leaving.aborted) {
          awaited = null;
          if (!step.done) noteFinished(step.value, finished);
          return step;
        }
      } catch (error) {
        if (!leaving.aborted) throw error;
      }
    }
    await ended;
    return { done: true, value: undefined };
  }

  return {
    signal: ending.signal,
    ended: () => (leaving.aborted ? ended : Promise.resolve()),
    read: (parts) => {
      const from = parts[Symbol.asyncIterator]();
      answer = from;
      return {
        [Symbol.asyncIterator]: () => ({
          next: () => next(from),
          return: async () => {
            await from.return?.();
            return { done: true, value: undefined };
          },
        }),
      };
    },
  };
}

/**
 * Reads on to the end of the answer and its usage report, for the meter.
 * @param awaited its next part, if it is awaited already
 */
async function readReport(
  from: AsyncIterator<ChatPart[]>,
  awaited: Promise<IteratorResult<ChatPart[]>> | null,
  { finished, meter, choices, waitMs }: { finished: Set<number>; meter: ChatMeter; choices: number; waitMs: number },
): Promise<void> {
  let isOver = finished.size >= choices;
  /** Counts only once the answer has ended: a report before that may count what came after the caller left. */
  let uncounted: ChatPart[] = [];
  let timer = startTimer(waitMs);
  try {
    for (let next = awaited ?? from.next(); ; next = from.next()) {
      const step = await Promise.race([next, timer.up]);
      if (step === null) return;
      // It has ended, even with fewer choices than were asked for.
      if (step.done) return void uncounted.forEach(meter.add);
      if (step.value.some(isVisible)) return;
      noteFinished(step.value, finished);
      uncounted.push(...step.value);
      if (finished.size < choices) continue;
      uncounted.forEach(meter.add);
      uncounted = [];
      if (isOver) continue;
      isOver = true;
      timer.clear();
      timer = startTimer(waitMs);
    }
  } finally {
    timer.clear();
  }
}

function noteFinished(parts: readonly ChatPart[], finished: Set<number>): void {
  for (const part of parts) if (part.type === 'finish') finished.add(part.choice);
}

function startTimer(ms: number): { up: Promise<null>; clear: () => void } {
  let timer: NodeJS.Timeout | undefined;
  const up = new Promise<null>((done) => {
    timer = setTimeout(() => done(null), ms);
  });
  return { up, clear: () => clearTimeout(timer) };
}
