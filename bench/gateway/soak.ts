import { readdirSync } from 'node:fs';
import type { Client } from './load/client';
import { smallBody } from './load/bodies';
import { MAX_OPEN_PER_SECOND } from './loads';
import { finishAndAudit, type Contender, measurePeak } from './measure';
import { residentMb } from './processes';
import { table } from '../report/table';
import { figure, ms, auditSummary } from './report/markdown';

/** The state of the subject at the end of one interval. */
type Sample = { minute: number; mb: number; handles: number; p50Ms: number; p99Ms: number; errors: number };

const INTERVAL_SECONDS = 30;
const PEAK_SECONDS = 5;
/** The part of the time in which heap and caches fill, which the slope ignores. */
const WARM_SHARE = 0.2;

/**
 * Sends half of the peak rate for a number of minutes: prints memory, open files and latencies every 30 seconds, and
 * how much the memory grew per minute by least squares. @returns whether the ledger matches
 */
export async function soak(contender: Contender, client: Client, minutes: number): Promise<boolean> {
  const peak = await measurePeak(contender, PEAK_SECONDS);
  const perSecond = Math.max(1, Math.min(MAX_OPEN_PER_SECOND, peak / 2));
  console.log(
    `${contender.name}: ${Math.round(perSecond)} requests/s for ${minutes} minutes (peak ${Math.round(peak)})\n`,
  );
  const samples: Sample[] = [];
  const startedMs = performance.now();
  const load = { ...contender.running, body: smallBody('answer-300'), perSecond };
  const { url, headers, pids } = contender.running;
  for (let remaining = minutes * 60; remaining >= 1; remaining -= INTERVAL_SECONDS) {
    const seconds = Math.min(INTERVAL_SECONDS, remaining);
    const { p50Ms, p99Ms, errors } = await client.open({ url, headers, body: load.body, perSecond, seconds });
    const minute = (performance.now() - startedMs) / 60_000;
    samples.push({ minute, mb: residentMb(pids), handles: openFiles(pids), p50Ms, p99Ms, errors });
  }
  table(
    ['minute', 'memory', 'open files', 'p50', 'p99', 'errors'],
    samples.map(({ minute, mb, handles, p50Ms, p99Ms, errors }) => [
      ...[minute.toFixed(1), `${mb.toFixed(0)} MB`, String(handles), ms(p50Ms), ms(p99Ms), String(errors)],
    ]),
  );
  const warm = samples.filter(({ minute }) => minute > minutes * WARM_SHARE);
  const slopes = { memoryMbPerMinute: slope(warm, 'mb'), handlesPerMinute: slope(warm, 'handles') };
  console.log(
    `Memory: ${figure(slopes.memoryMbPerMinute, 2)} MB per minute; open files: ${figure(slopes.handlesPerMinute, 2)}.\n`,
  );
  const audit = await finishAndAudit(contender);
  if (audit) console.log(`${auditSummary(contender.name, audit)}\n`);
  console.log(JSON.stringify({ bench: 'gateway soak', subject: contender.name, perSecond, ...slopes, samples, audit }));
  return audit?.ok ?? true;
}

/** Files and sockets that the processes themselves, without children, hold open; NaN where there is no /proc. */
function openFiles(pids: number[]): number {
  try {
    return pids.reduce((sum, pid) => sum + readdirSync(`/proc/${pid}/fd`).length, 0);
  } catch {
    return Number.NaN;
  }
}

/** By least squares; NaN with fewer than two samples. */
function slope(samples: Sample[], value: 'mb' | 'handles'): number {
  const mean = (pick: (sample: Sample) => number) => samples.reduce((sum, one) => sum + pick(one), 0) / samples.length;
  const [x, y] = [mean(({ minute }) => minute), mean((sample) => sample[value])];
  const numerator = samples.reduce((sum, sample) => sum + (sample.minute - x) * (sample[value] - y), 0);
  const denominator = samples.reduce((sum, { minute }) => sum + (minute - x) ** 2, 0);
  return denominator > 0 ? numerator / denominator : Number.NaN;
}
