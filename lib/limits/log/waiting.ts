import { newId } from '../../core/ids';
import { SECOND_MS } from '../../core/time';
import { clock } from '../../platform/clock';
import { findNotReady } from '../../platform/database/outage/failure';
import { log } from '../../platform/log';
import { processState } from '../../platform/process-state';
import { type Refusal, writeRefusals } from './write';

/** Of each account so many stay (contract 15.8). */
export const KEPT_PER_ACCOUNT = 50;
/** Refusals that wait for the database, of all accounts together. */
const MAX_WAITING = 1_000;
const FLUSH_EVERY_MS = SECOND_MS;

/** Refusals that are not yet written, oldest first, and the same by account. */
type Waiting = {
  all: Set<Refusal>;
  byAccount: Map<string, Refusal[]>;
  timer: NodeJS.Timeout | null;
  /** The last flush; the next one begins after it. */
  flushing: Promise<void>;
  /** Whether the log knows already that they cannot be written. */
  stuck: boolean;
  last: { atMs: number; order: number };
};

const waiting = () =>
  processState<Waiting>('limits.refusals', () => ({
    all: new Set(),
    byAccount: new Map(),
    timer: null,
    flushing: Promise.resolve(),
    stuck: false,
    last: { atMs: 0, order: 0 },
  }));

/** Lets a refusal wait for the next flush, at most a second. Where too many wait, the oldest are dropped. */
export function letWait(event: Omit<Refusal, 'id' | 'atMs' | 'order'>): void {
  const state = waiting();
  const atMs = clock.now();
  state.last = { atMs, order: state.last.atMs === atMs ? state.last.order + 1 : 0 };
  add(state, { ...event, id: newId(), ...state.last });
  flushSoon(state);
}

/** Writes what waits. Where the database is away it goes on waiting; never throws. */
export function flushRefusals(): Promise<void> {
  const state = waiting();
  state.flushing = state.flushing.then(() => flush(state));
  return state.flushing;
}

async function flush(state: Waiting): Promise<void> {
  const batch = [...state.all];
  if (batch.length === 0) return;
  state.all.clear();
  state.byAccount.clear();
  try {
    await writeRefusals(batch, KEPT_PER_ACCOUNT);
    state.stuck = false;
  } catch (error) {
    // What cannot be written for another reason never can, and would keep the others waiting.
    const isAway = findNotReady(error) !== undefined;
    if (!isAway || !state.stuck) log.warn({ err: error, isAway }, 'refused requests could not be written to their log');
    state.stuck = isAway;
    if (isAway) putBack(state, batch);
  }
}

/** Before those that came meanwhile: they are older. */
function putBack(state: Waiting, batch: Refusal[]): void {
  const younger = [...state.all];
  state.all.clear();
  state.byAccount.clear();
  for (const refusal of [...batch, ...younger]) add(state, refusal);
  flushSoon(state);
}

function flushSoon(state: Waiting): void {
  if (state.timer !== null) return;
  state.timer = setTimeout(() => {
    state.timer = null;
    void flushRefusals();
  }, FLUSH_EVERY_MS);
  state.timer.unref();
}

function add(state: Waiting, refusal: Refusal): void {
  const ofAccount = state.byAccount.get(refusal.accountId);
  if (ofAccount) ofAccount.push(refusal);
  else state.byAccount.set(refusal.accountId, [refusal]);
  state.all.add(refusal);
  if (ofAccount && ofAccount.length > KEPT_PER_ACCOUNT) drop(state, ofAccount[0]);
  if (state.all.size > MAX_WAITING) drop(state, state.all.values().next().value);
}

/** The oldest of all is the oldest of its account too. */
function drop(state: Waiting, oldest: Refusal | undefined): void {
  if (oldest === undefined) return;
  state.all.delete(oldest);
  const ofAccount = state.byAccount.get(oldest.accountId);
  ofAccount?.shift();
  if (ofAccount?.length === 0) state.byAccount.delete(oldest.accountId);
}
