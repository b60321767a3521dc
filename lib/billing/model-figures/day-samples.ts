import { setImmediate as nextTurn } from 'node:timers/promises';
import { DAY_MS, MINUTE_MS } from '../../core/time';
import { listModelFailures } from '../../failures/list-model-failures';
import { listSamples, type TimeSlice } from '../../ledger/read/models/list-samples';
import { TOKEN_KINDS } from '../requests/token-kinds';
import type { Sample } from './figures';

/** What is read at a time: some milliseconds on the embedded database, which runs in this thread. */
const QUARTER_MS = 15 * MINUTE_MS;
/** A request is charged at most this long after its arrival; until then, its quarter may change. */
const CHARGED_WITHIN_MS = 15 * MINUTE_MS;
/** Samples are taken throughout the hour: many programs start at its beginning. */
const SLICE_MS = 5 * MINUTE_MS;
/** How many requests, and how many failures, are read of each slice. */
const PER_SLICE = 40;

type Timed = Sample & { modelId: string; atMs: number };

/** The samples of quarters of an hour that were read, by their start in milliseconds since 1970. */
export type ReadQuarters = Map<number, Timed[]>;

/**
 * The requests of all accounts in the last 24 hours by model: the first 40 of every five minutes.
 * @param quarters those that were read before and can no longer change; those that are read now are added
 * @throws ApiError NOT_READY if the database is unavailable
 */
export async function readDaySamples(quarters: ReadQuarters, nowMs: number): Promise<Map<string, Sample[]>> {
  const firstMs = Math.floor((nowMs - DAY_MS) / QUARTER_MS) * QUARTER_MS;
  for (const startMs of quarters.keys()) if (startMs < firstMs) quarters.delete(startMs);
  const samples = new Map<string, Sample[]>();
  for (let startMs = firstMs; startMs <= nowMs; startMs += QUARTER_MS) {
    const quarter = quarters.get(startMs) ?? (await readQuarter(startMs));
    if (startMs + QUARTER_MS + CHARGED_WITHIN_MS < nowMs) quarters.set(startMs, quarter);
    for (const { modelId, atMs, ...sample } of quarter) {
      if (atMs < nowMs - DAY_MS) continue;
      const ofModel = samples.get(modelId);
      if (ofModel) ofModel.push(sample);
      else samples.set(modelId, [sample]);
    }
  }
  return samples;
}

async function readQuarter(quarterMs: number): Promise<Timed[]> {
  const slices = slicesOf(quarterMs);
  const requests = await listSamples(slices, { limit: PER_SLICE, outputKinds: TOKEN_KINDS.output });
  const failures = await listModelFailures(slices, PER_SLICE);
  // The embedded database runs in this thread: others must get their turn.
  await nextTurn();
  const samples: Timed[] = [
    ...requests
      .filter(({ answered }) => answered)
      .map(({ modelId, accountId, answered, atMs, ...measured }) => ({
        ...{ modelId, accountId, answered, atMs, measured },
      })),
    // Answers that broke off are among them.
    ...failures.map((failure) => ({ ...failure, answered: false, measured: null })),
  ];
  // Answers and failures of the same part of a slice: otherwise a busy one would seem to have more of the rarer.
  const readThrough = new Map(
    slices.map((slice) => [slice.fromMs, Math.min(lastOf(requests, slice), lastOf(failures, slice))]),
  );
  return samples.filter(({ atMs }) => atMs <= (readThrough.get(sliceAt(atMs)) ?? 0));
}

function slicesOf(quarterMs: number): TimeSlice[] {
  return Array.from({ length: QUARTER_MS / SLICE_MS }, (_, index) => ({
    fromMs: quarterMs + index * SLICE_MS,
    endMs: quarterMs + (index + 1) * SLICE_MS,
  }));
}

const sliceAt = (atMs: number) => Math.floor(atMs / SLICE_MS) * SLICE_MS;

/** Up to when everything in a slice was read. */
function lastOf(rows: readonly { atMs: number }[], { fromMs, endMs }: TimeSlice): number {
  const times = rows.flatMap(({ atMs }) => (sliceAt(atMs) === fromMs ? [atMs] : []));
  return times.length < PER_SLICE ? endMs : Math.max(...times);
}
