import { setImmediate as nextTurn } from 'node:timers/promises';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../core/time';
import { listModelFailures } from '../../failures/list-model-failures';
import { listSamples } from '../../ledger/read/models/list-samples';
import { clock } from '../../platform/clock';
import { processState } from '../../platform/process-state';
import { TOKEN_KINDS } from '../requests/token-kinds';
import type { Sample } from './figures';

/** How long samples are used before newer ones are read. */
const FRESH_MS = MINUTE_MS;
/** A request is charged at most this long after its arrival; until then, its hour may change. */
const CHARGED_WITHIN_MS = 15 * MINUTE_MS;
/** How many requests, and how many failures, are read per hour: some milliseconds each on the embedded database. */
const PER_HOUR = 500;

/** The samples of a model, newest first. */
export type ModelSamples = Map<string, Sample[]>;

type Timed = Sample & { modelId: string; atMs: number };
type State = { hours: Map<number, Timed[]>; readAtMs: number; samples: Promise<ModelSamples> | null };

const state = () =>
  processState<State>('billing.model-samples', () => ({ hours: new Map(), readAtMs: 0, samples: null }));

/**
 * The requests of all accounts in the last 24 hours by model, at most a minute old: of each hour the first 500. Hours
 * that can no longer change are read once, and callers at the same time share one reading.
 * @throws ApiError NOT_READY if the database is unavailable
 */
export function daySamples(): Promise<ModelSamples> {
  const current = state();
  if (current.samples !== null && Math.abs(clock.now() - current.readAtMs) < FRESH_MS) return current.samples;
  const reading = readDay(current.hours, clock.now());
  current.readAtMs = clock.now();
  current.samples = reading;
  reading.catch(() => {
    if (current.samples === reading) current.samples = null;
  });
  return reading;
}

async function readDay(hours: State['hours'], nowMs: number): Promise<ModelSamples> {
  const firstMs = Math.floor((nowMs - DAY_MS) / HOUR_MS) * HOUR_MS;
  for (const startMs of hours.keys()) if (startMs < firstMs) hours.delete(startMs);
  const day: Timed[] = [];
  for (let startMs = firstMs; startMs <= nowMs; startMs += HOUR_MS) {
    const hour = hours.get(startMs) ?? (await readHour(startMs));
    if (startMs + HOUR_MS + CHARGED_WITHIN_MS < nowMs) hours.set(startMs, hour);
    day.push(...hour);
  }
  const samples: ModelSamples = new Map();
  for (const { modelId, atMs, ...sample } of day.sort((a, b) => b.atMs - a.atMs)) {
    if (atMs < nowMs - DAY_MS) break;
    const ofModel = samples.get(modelId);
    if (ofModel) ofModel.push(sample);
    else samples.set(modelId, [sample]);
  }
  return samples;
}

/** Answers and failures of the same part of the hour: otherwise a busy hour would seem to have more of the rarer. */
async function readHour(fromMs: number): Promise<Timed[]> {
  const endMs = fromMs + HOUR_MS;
  const range = { fromMs, endMs, limit: PER_HOUR, outputKinds: TOKEN_KINDS.output };
  const requests = await listSamples(range);
  const failures = await listModelFailures({ fromMs, endMs }, PER_HOUR);
  // The embedded database runs in this thread: others must get their turn.
  await nextTurn();
  const throughMs = Math.min(lastOf(requests, endMs), lastOf(failures, endMs));
  return [
    ...requests
      .filter(({ answered }) => answered)
      .map(({ modelId, accountId, answered, atMs, ...measured }) => ({
        ...{ modelId, accountId, answered, atMs, measured },
      })),
    // Answers that broke off are among them.
    ...failures.map((failure) => ({ ...failure, answered: false, measured: null })),
  ].filter(({ atMs }) => atMs <= throughMs);
}

/** Up to when everything was read. */
function lastOf(rows: readonly { atMs: number }[], endMs: number): number {
  return rows.length < PER_HOUR ? endMs : (rows.at(-1)?.atMs ?? endMs);
}
