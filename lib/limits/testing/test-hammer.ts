import { setTimeout as sleep } from 'node:timers/promises';
import { admit, type Demand } from '../admit';

const REFUSED_PAUSE_MS = 10;

/** A plan for sending demands continuously for a while. */
export type HammerPlan = {
  /** Used in rotation. */
  demands: { accountId: string; demand: Demand }[];
  forMs: number;
  /** How many are in flight at once. */
  atOnce: number;
  /** Tokens that each admitted request actually used; absent: nothing is corrected. */
  tokensUsed?: number;
};

/** The results, by `account window`; a window is identified by its end. */
export type HammerResult = {
  windows: Record<string, { admitted: number; tokens: number; refused: number }>;
  longestMs: number;
};

/** Sends demands and counts the results. */
export async function hammer(plan: HammerPlan): Promise<HammerResult> {
  const { demands, forMs, atOnce, tokensUsed } = plan;
  const result: HammerResult = { windows: {}, longestMs: 0 };
  const until = performance.now() + forMs;
  let turn = 0;
  const work = async () => {
    while (performance.now() < until) {
      const next = demands[turn++ % demands.length];
      if (next === undefined) return;
      const { accountId, demand } = next;
      const began = performance.now();
      const { refusal, metadata, correct } = await admit(demand, { id: accountId, tier: 'standard', email: '' });
      result.longestMs = Math.max(result.longestMs, performance.now() - began);
      const name = `${accountId} ${metadata.requests?.resetsAtMs}`;
      const window = (result.windows[name] ??= { admitted: 0, tokens: 0, refused: 0 });
      if (refusal === null) {
        window.admitted += 1;
        window.tokens += demand.tokens ?? 0;
        if (tokensUsed !== undefined) correct(tokensUsed);
        // An admission in memory does not yield to the event loop.
        await new Promise(setImmediate);
        continue;
      }
      window.refused += 1;
      // The machine itself is not being tested: a load without pauses would starve Redis on two cores.
      await sleep(REFUSED_PAUSE_MS);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return result;
}

/** Adds up several results. */
export function sumResults(results: HammerResult[]): HammerResult {
  const sum: HammerResult = { windows: {}, longestMs: 0 };
  for (const { windows, longestMs } of results) {
    sum.longestMs = Math.max(sum.longestMs, longestMs);
    for (const [name, { admitted, tokens, refused }] of Object.entries(windows)) {
      const window = (sum.windows[name] ??= { admitted: 0, tokens: 0, refused: 0 });
      window.admitted += admitted;
      window.tokens += tokens;
      window.refused += refused;
    }
  }
  return sum;
}

/** The windows of an account in order, without the first and the last, which the load may have covered only partly. */
export function wholeWindows({ windows }: HammerResult, accountId: string): HammerResult['windows'][string][] {
  const names = Object.keys(windows).filter((name) => name.startsWith(`${accountId} `));
  return names
    .sort()
    .slice(1, -1)
    .flatMap((name) => windows[name] ?? []);
}
