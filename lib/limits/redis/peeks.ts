import { limiter, type SharedWindows } from '../limiter';
import type { WindowQuery } from '../windows/order';
import { BANS, FAILURES, subjectKey } from './names';
import type { RedisWatch } from './outage';
import type { ScriptCommands } from './scripts';

/** Windows read by one script: Redis does nothing else meanwhile. All scripts of a peek are sent in one packet. */
const MOST_PER_SCRIPT = 500;

/** Read-only access to the counts in Redis. A Redis that is known to be down is not asked. */
export function createPeeks(client: ScriptCommands, watch: RedisWatch): Pick<SharedWindows, 'peek' | 'peekFailures'> {
  const countsOf = async (queries: readonly WindowQuery[]) => {
    const names = queries.map(subjectKey);
    return client.peekIntoWindows(names.length, ...names, limiter().windowMs);
  };
  return {
    peek: async (queries) => {
      if (!watch.usable()) return null;
      const answers = await watch.ask(() => Promise.all(partsOf(queries).map(countsOf)));
      if (answers === null) return null;
      // If a window ended between two scripts, the later one counts; the next peek sees the whole window.
      const startsAtMs = Math.max(...answers.map(([starts = 0]) => starts));
      const counts = answers.flatMap(([starts, ...rest]) => (starts === startsAtMs ? rest : rest.map(() => 0)));
      const remaining = queries.map(({ requestLimit, tokenLimit }, index) => ({
        requests: leftOf(requestLimit, counts[2 * index]),
        tokens: leftOf(tokenLimit ?? 0, counts[2 * index + 1]),
      }));
      return { remaining, resetsAtMs: startsAtMs + limiter().windowMs, isWhole: true };
    },
    peekFailures: async (subject, bans, spanMs) => {
      if (!watch.usable()) return null;
      const names = [`${FAILURES}${subject}`, ...bans.map((ban) => `${BANS}${ban}`)];
      const seen = await watch.ask(() => client.peekAtFailures(names.length, ...names, spanMs));
      if (seen === null) return null;
      const [failures = 0, ...banMs] = seen;
      return { failures, banMs: banMs.map((ms) => Math.max(0, ms)) };
    },
  };
}

/** At least one part, so that the window's end is known even if there are no queries. */
function partsOf(queries: readonly WindowQuery[]): WindowQuery[][] {
  const count = Math.max(1, Math.ceil(queries.length / MOST_PER_SCRIPT));
  return Array.from({ length: count }, (_, part) =>
    queries.slice(part * MOST_PER_SCRIPT, (part + 1) * MOST_PER_SCRIPT),
  );
}

function leftOf(limit: number, used = 0): { of: number; left: number } {
  return { of: limit, left: Math.max(0, limit - used) };
}
