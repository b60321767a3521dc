import { limiter, type SharedWindows } from '../limiter';
import type { Question } from '../windows/order';
import { CLOSED, FAILURES, subjectKey } from './names';
import type { RedisWatch } from './outage';
import type { ScriptCommands } from './scripts';

/** Windows read by one script: Redis does nothing else meanwhile. All scripts of a peek are sent in one packet. */
const MOST_PER_SCRIPT = 500;

/** Read-only access to the counts in Redis. A Redis that is known to be down is not asked. */
export function createPeeks(client: ScriptCommands, watch: RedisWatch): Pick<SharedWindows, 'peek' | 'peekFailures'> {
  const countsOf = async (questions: readonly Question[]) => {
    const names = questions.map(subjectKey);
    return client.peekIntoWindows(names.length, ...names, limiter().windowMs);
  };
  return {
    peek: async (questions) => {
      if (!watch.usable()) return null;
      const answers = await watch.ask(() => Promise.all(partsOf(questions).map(countsOf)));
      if (answers === null) return null;
      // If a window ended between two scripts, the later one counts; the next peek sees the whole window.
      const startsAtMs = Math.max(...answers.map(([starts = 0]) => starts));
      const counts = answers.flatMap(([starts, ...rest]) => (starts === startsAtMs ? rest : rest.map(() => 0)));
      const lefts = questions.map(({ requestLimit, tokenLimit }, index) => ({
        requests: leftOf(requestLimit, counts[2 * index]),
        tokens: leftOf(tokenLimit ?? 0, counts[2 * index + 1]),
      }));
      return { lefts, resetsAtMs: startsAtMs + limiter().windowMs, isWhole: true };
    },
    peekFailures: async (subject, bans, spanMs) => {
      if (!watch.usable()) return null;
      const names = [`${FAILURES}${subject}`, ...bans.map((ban) => `${CLOSED}${ban}`)];
      const seen = await watch.ask(() => client.peekAtFailures(names.length, ...names, spanMs));
      if (seen === null) return null;
      const [failures = 0, ...closedMs] = seen;
      return { failures, closedMs: closedMs.map((ms) => Math.max(0, ms)) };
    },
  };
}

/** At least one part, so that the window's end is known even if there are no questions. */
function partsOf(questions: readonly Question[]): Question[][] {
  const count = Math.max(1, Math.ceil(questions.length / MOST_PER_SCRIPT));
  return Array.from({ length: count }, (_, part) =>
    questions.slice(part * MOST_PER_SCRIPT, (part + 1) * MOST_PER_SCRIPT),
  );
}

function leftOf(limit: number, used = 0): { of: number; left: number } {
  return { of: limit, left: Math.max(0, limit - used) };
}
