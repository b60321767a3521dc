import { DAY_MS, MINUTE_MS } from '../../core/time';
import { readRequestTimes, type RequestSum, sumRequests } from '../../ledger/read/history/sum-requests';
import { addSum } from './fold';
import { type KnownDays, microsOf, MICROS_PER_DAY, cachedDaysOf, cacheDays, touchDay } from './known-days';
import { TOKEN_KINDS } from './token-kinds';

/** A charge may appear this much later than its timestamp: newer rows are added up again each time. */
const LAG_MS = 2 * MINUTE_MS;

/** Whole UTC days from a start, milliseconds since 1970. */
export type Days = { startMs: number; days: number };

/** The first request and the end of the settled time, microseconds since 1970. */
type Bounds = { firstMicros: bigint; settled: bigint };

type Gap = { fromMicros: bigint; endMicros: bigint };

/**
 * The current sums of an account's paid requests in some days. Sums older than two minutes are cached, and only newer
 * rows are read; a long history is read once, page by page. Calls for one account must be serialized.
 * @param untilMs the deadline
 * @throws ApiError REQUEST_TIMEOUT after the deadline
 */
export async function liveSums(accountId: string, range: Days, untilMs: number): Promise<RequestSum[]> {
  const known = cachedDaysOf(accountId);
  const { nowMicros, firstMicros } = await readRequestTimes(accountId, untilMs);
  if (firstMicros === null) return [];
  // By the clock that sets row times: this process's clock may be wrong.
  const settled = nowMicros - microsOf(LAG_MS);
  const total = new Map<string, RequestSum>();
  try {
    for (const gap of gapsOf(known, range, { firstMicros, settled })) await fill(known, accountId, gap, untilMs);
    for (const startMs of startsOf(range)) {
      for (const sum of touchDay(known, startMs)?.sums.values() ?? []) addTo(total, sum);
    }
  } finally {
    cacheDays(accountId, known);
  }
  const [start, end] = [microsOf(range.startMs), microsOf(range.startMs + range.days * DAY_MS)];
  const fresh = { fromMicros: settled > start ? settled : start, endMicros: end, untilMs };
  if (fresh.fromMicros < end) {
    for await (const { sums } of sumRequests(accountId, fresh, TOKEN_KINDS)) {
      for (const sum of sums) addTo(total, sum);
    }
  }
  return [...total.values()].sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0));
}

const startsOf = ({ startMs, days }: Days) => Array.from({ length: days }, (_, index) => startMs + index * DAY_MS);

/**
 * The intervals that are settled and not cached yet; adjacent ones are merged. Days that ended before the first request
 * are skipped.
 */
function gapsOf(known: KnownDays, range: Days, { firstMicros, settled }: Bounds): Gap[] {
  const gaps: Gap[] = [];
  for (const startMs of startsOf(range)) {
    const dayEnd = microsOf(startMs) + MICROS_PER_DAY;
    const fromMicros = known.get(startMs)?.throughMicros ?? microsOf(startMs);
    const endMicros = dayEnd < settled ? dayEnd : settled;
    if (fromMicros >= endMicros || dayEnd <= firstMicros) continue;
    const last = gaps.at(-1);
    if (last?.endMicros === fromMicros) last.endMicros = endMicros;
    else gaps.push({ fromMicros, endMicros });
  }
  return gaps;
}

/**
 * Reads a gap. A day is cached only after its whole part of the gap has been read, so that a failure leaves no partial
 * sums.
 */
async function fill(known: KnownDays, accountId: string, gap: Gap, untilMs: number): Promise<void> {
  const read = new Map<string, RequestSum[]>();
  let startMs = Math.floor(Number(gap.fromMicros / 1_000n) / DAY_MS) * DAY_MS;
  for await (const { sums, throughMicros } of sumRequests(accountId, { ...gap, untilMs }, TOKEN_KINDS)) {
    for (const sum of sums) read.set(sum.day, [...(read.get(sum.day) ?? []), sum]);
    for (; microsOf(startMs) < throughMicros; startMs += DAY_MS) {
      const dayEnd = microsOf(startMs) + MICROS_PER_DAY;
      if (dayEnd > throughMicros && throughMicros < gap.endMicros) break;
      const day = known.get(startMs) ?? { throughMicros: 0n, sums: new Map<string, RequestSum>() };
      const name = new Date(startMs).toISOString().slice(0, 'YYYY-MM-DD'.length);
      for (const sum of read.get(name) ?? []) addTo(day.sums, sum);
      read.delete(name);
      day.throughMicros = dayEnd < gap.endMicros ? dayEnd : gap.endMicros;
      known.set(startMs, day);
    }
  }
}

/** Adds a sum to those of its day, model, key, and currency. */
function addTo(sums: Map<string, RequestSum>, sum: RequestSum): void {
  const name = JSON.stringify([sum.day, sum.modelId, sum.keyId, sum.currency]);
  const before = sums.get(name);
  sums.set(name, before === undefined ? { ...sum } : addSum(before, sum));
}
