import { type AccountBuckets, bucketOf, levelOf, makeAccountBuckets } from '../../platform/sharing/account-buckets';
import { engineBusy } from '../envelope';
import { makeRankOrder, type Rank, type RankOrder } from './ranks';

/** What a queue does with texts, and its bounds. */
export type BatchPlan<T> = {
  /**
   * Works on texts together, for a short time.
   * @param before the unfinished result of each text that it has worked on already
   * @returns a result for each, in order
   */
  work: (texts: readonly string[], before: readonly (T | undefined)[]) => Promise<readonly T[]>;
  /** Whether more work is to be done on a text: it is then the next one of its account. Default: never. */
  isUnfinished?: (result: T) => boolean;
  /** The most texts of a batch. */
  maxTexts: number;
  /** The most characters of a batch of several texts; a very short text counts as 32. */
  maxCharacters: number;
  /** Of all that wait. At a limit, a call displaces the newest ones of accounts with more of the same waiting. */
  maxWaitingTexts: number;
  maxWaitingCharacters: number;
};

/** Texts of one caller. */
export type BatchCall = {
  account: string;
  texts: readonly string[];
  /** What goes first. Default: `text`. */
  rank?: Rank;
  signal?: AbortSignal;
};

/**
 * Texts of all callers, worked on in batches, one batch at a time. Keep it in `processState`.
 */
export type BatchQueue<T> = {
  /**
   * Waits for the results of all texts, in order. The next batch has texts of one rank, of the accounts with the least
   * recent work first; an account's texts of a rank keep their order.
   * @throws ApiError MODEL_AT_CAPACITY if too much waits; what the work throws for the account's texts
   *   alone; the signal's reason when aborted
   */
  add: (call: BatchCall) => Promise<T[]>;
  /** Figures for metrics and tests. */
  status: () => { waitingTexts: number; waitingCharacters: number };
};

type Call<T> = {
  account: string;
  rank: Rank;
  results: T[];
  /** Texts without a result; those of them that are in no batch yet, and their characters. */
  missing: number;
  waitingTexts: number;
  waitingCharacters: number;
  end: (outcome: { results: T[] } | { failure: unknown }) => void;
  isOver: boolean;
};
/** What is bounded of all that wait, and its name in a call. */
type Kind = 'texts' | 'characters';
const WAITING = { texts: 'waitingTexts', characters: 'waitingCharacters' } as const;
/** A call that may wait only if there is space. */
type Asked = { account: string } & Record<Kind, number>;
/** `partial` is the result of the work so far. */
type Item<T> = { text: string; index: number; call: Call<T>; partial?: T };
/** What an account has waiting. */
type Line<T> = {
  items: Record<Rank, Item<T>[]>;
  calls: Set<Call<T>>;
  characters: number;
  texts: number;
  /** When it last had a text in a batch, ms; 0 if it had none yet. */
  servedMs: number;
};

/** Characters of an account that are forgotten in a second: about what the machine can do in that time. */
const FORGOTTEN_PER_SECOND = 1_000;
/** A short text is work, too. */
const MIN_CHARACTERS = 32;

/** Makes an empty queue. */
export function makeBatchQueue<T>(plan: BatchPlan<T>): BatchQueue<T> {
  const lines = new Map<string, Line<T>>();
  const used = makeAccountBuckets(FORGOTTEN_PER_SECOND);
  const order = makeRankOrder();
  let isWorking = false;

  const total = (of: Kind) => [...lines.values()].reduce((sum, line) => sum + line[of], 0);

  const work = async (): Promise<void> => {
    if (isWorking) return;
    isWorking = true;
    try {
      const next = () => takeBatch(plan, lines, { used, order });
      for (let batch = next(); batch.length > 0; batch = next()) await workOn(plan, batch, lines);
    } finally {
      isWorking = false;
    }
  };

  return {
    add: ({ account, texts, rank = 'text', signal }) =>
      new Promise<T[]>((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason as Error);
        if (texts.length === 0) return resolve([]);
        const characters = texts.reduce((sum, text) => sum + text.length, 0);
        if (!makeSpace(plan, lines, { account, texts: texts.length, characters })) return reject(engineBusy());
        const onAbort = () => call.end({ failure: signal?.reason });
        const call: Call<T> = {
          account,
          rank,
          results: [],
          missing: texts.length,
          waitingTexts: texts.length,
          waitingCharacters: characters,
          isOver: false,
          end: (outcome) => {
            if (call.isOver) return;
            call.isOver = true;
            signal?.removeEventListener('abort', onAbort);
            removeCall(lines, call);
            if ('results' in outcome) resolve(outcome.results);
            else reject(outcome.failure);
          },
        };
        signal?.addEventListener('abort', onAbort, { once: true });
        addCall(lines, call, texts);
        void work();
      }),
    status: () => ({ waitingTexts: total('texts'), waitingCharacters: total('characters') }),
  };
}

/** Works on a batch. One that fails is tried once more by account: a text of one must not fail the others. */
async function workOn<T>(plan: BatchPlan<T>, batch: readonly Item<T>[], lines: Map<string, Line<T>>): Promise<void> {
  const failed = await attempt(plan, batch, lines);
  const accounts = new Set(failed === null ? [] : batch.map(({ call }) => call.account));
  for (const account of accounts) {
    const own = batch.filter(({ call }) => call.account === account && !call.isOver);
    const last = accounts.size === 1 || own.length === 0 ? failed : await attempt(plan, own, lines);
    if (last !== null) for (const { call } of own) call.end(last);
  }
  for (const [account, line] of lines) if (line.calls.size === 0) lines.delete(account);
}

/** Works on texts together. @returns why that failed; null if they have their results, or wait for more work */
async function attempt<T>(
  { work, isUnfinished = () => false }: BatchPlan<T>,
  batch: readonly Item<T>[],
  lines: Map<string, Line<T>>,
): Promise<{ failure: unknown } | null> {
  try {
    const results = await work(
      batch.map(({ text }) => text),
      batch.map(({ partial }) => partial),
    );
    if (results.length !== batch.length) throw new Error('The model has given fewer results than it got texts.');
    // From the last one on: what goes back to the front keeps its order.
    for (const [at, item] of [...batch.entries()].reverse()) {
      const { call, index } = item;
      const result = results[at] as T;
      if (isUnfinished(result)) {
        putBack(lines, { ...item, partial: result });
        continue;
      }
      call.results[index] = result;
      call.missing -= 1;
      if (call.missing === 0) call.end({ results: call.results });
    }
    return null;
  } catch (failure) {
    return { failure };
  }
}

/** The next texts, all of the rank whose turn it is. */
function takeBatch<T>(
  plan: BatchPlan<T>,
  lines: Map<string, Line<T>>,
  { used, order }: { used: AccountBuckets; order: RankOrder },
): Item<T>[] {
  const batch: Item<T>[] = [];
  const nowMs = performance.now();
  const rank = order.next((one) => [...lines.values()].some(({ items }) => items[one].length > 0));
  if (rank === null) return [];
  let characters = 0;
  while (batch.length < plan.maxTexts) {
    const [account, line] = leastUsed(lines, rank, (name) => levelOf(used, name, nowMs)) ?? [];
    const next = line?.items[rank][0];
    if (account === undefined || !line || !next) break;
    const size = Math.max(MIN_CHARACTERS, next.text.length);
    if (batch.length > 0 && characters + size > plan.maxCharacters) break;
    line.items[rank].shift();
    line.servedMs = performance.now();
    count(line, next, -1);
    characters += size;
    // Of a long text, only so much is worked on at a time.
    bucketOf(used, account, nowMs).level += Math.min(plan.maxCharacters, size);
    batch.push(next);
  }
  return batch;
}

/** The account to serve. On a slow machine work is forgotten before the next batch: then accounts simply take turns. */
function leastUsed<T>(
  lines: Map<string, Line<T>>,
  rank: Rank,
  levelOfAccount: (account: string) => number,
): [string, Line<T>] | null {
  let best: [string, Line<T>] | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const [account, line] of lines) {
    const level = levelOfAccount(account);
    if (line.items[rank].length === 0 || level > least) continue;
    if (level === least && best !== null && line.servedMs >= best[1].servedMs) continue;
    best = [account, line];
    least = level;
  }
  return best;
}

/**
 * Whether a call may wait. If too much of a kind waits, texts or characters, the newest calls of the accounts with more of
 * that kind are refused; none of them if it would not be enough.
 */
function makeSpace<T>(plan: BatchPlan<T>, lines: Map<string, Line<T>>, call: Asked): boolean {
  const victims = new Set<Call<T>>();
  if (!findVictims('texts', plan.maxWaitingTexts, lines, call, victims)) return false;
  if (!findVictims('characters', plan.maxWaitingCharacters, lines, call, victims)) return false;
  for (const victim of victims) victim.end({ failure: engineBusy() });
  return true;
}

/** Adds the calls that have to go so that no more than this waits; false if there are too few. */
function findVictims<T>(
  kind: Kind,
  most: number,
  lines: Map<string, Line<T>>,
  call: Asked,
  victims: Set<Call<T>>,
): boolean {
  const waiting = [...lines.values()].reduce((sum, line) => sum + line[kind], call[kind]);
  if (waiting <= most) return true;
  const accounts = [...lines].map(([account, { calls }]) => {
    const left = [...calls].filter((one) => !victims.has(one) && one[WAITING[kind]] > 0);
    return { account, calls: left, amount: left.reduce((sum, one) => sum + one[WAITING[kind]], 0) };
  });
  const own = (accounts.find(({ account }) => account === call.account)?.amount ?? 0) + call[kind];
  let total = accounts.reduce((sum, { amount }) => sum + amount, call[kind]);
  while (total > most) {
    const [largest] = accounts.sort((one, other) => other.amount - one.amount);
    const newest = largest && largest.amount > own ? largest.calls.pop() : undefined;
    if (!largest || !newest) return false;
    victims.add(newest);
    largest.amount -= newest[WAITING[kind]];
    total -= newest[WAITING[kind]];
  }
  return true;
}

function addCall<T>(lines: Map<string, Line<T>>, call: Call<T>, texts: readonly string[]): void {
  const noItems = { query: [], text: [], background: [] };
  const line = lines.get(call.account) ?? { items: noItems, calls: new Set(), characters: 0, texts: 0, servedMs: 0 };
  lines.set(call.account, line);
  line.calls.add(call);
  line.texts += call.waitingTexts;
  line.characters += call.waitingCharacters;
  const items = line.items[call.rank];
  texts.forEach((text, index) => items.push({ text, index, call }));
}

/** Makes a text that is not finished the next one of its account. */
function putBack<T>(lines: Map<string, Line<T>>, item: Item<T>): void {
  const line = lines.get(item.call.account);
  if (item.call.isOver || !line) return;
  line.items[item.call.rank].unshift(item);
  count(line, item, 1);
}

/** Takes a call that is over out of the queue. */
function removeCall<T>(lines: Map<string, Line<T>>, call: Call<T>): void {
  const line = lines.get(call.account);
  if (!line?.calls.delete(call)) return;
  line.texts -= call.waitingTexts;
  line.characters -= call.waitingCharacters;
  if (call.waitingTexts === 0) return;
  line.items[call.rank] = line.items[call.rank].filter((item) => item.call !== call);
}

function count<T>(line: Line<T>, { text, call }: Item<T>, by: 1 | -1): void {
  line.texts += by;
  line.characters += by * text.length;
  call.waitingTexts += by;
  call.waitingCharacters += by * text.length;
}
