import { clock } from '../clock';
import { findNotReady, notReady } from '../database/outage/failure';
import { type Database, database } from '../db';
import { processState } from '../process-state';
import { isStopping, stoppingRefusal } from './stopping';

/** Anybody may probe, and a query costs several times what the rest of a probe does: its answer serves for so long. */
const ANSWER_KEPT_MS = 100;

/** Whether a database answers: being asked, or answered. A failure is forgotten at once. */
type Question = { of: Database; answer: Promise<unknown>; answeredAtMs: number | null };

/** The process answers: it is alive, also while it stops. */
export function checkLive(): { status: 'live' } {
  return { status: 'live' };
}

/**
 * Whether requests can be served: the database answers, or did within the last moment, and no stop has begun. Probes that
 * come while it is being asked share the answer; the first one after a failure asks anew.
 * @throws ApiError NOT_READY (503) where they cannot
 */
export async function checkReady(): Promise<{ status: 'ready' }> {
  if (isStopping()) throw stoppingRefusal();
  try {
    await askDatabase();
  } catch (cause) {
    throw findNotReady(cause) ?? notReady(cause);
  }
  // The stop may have begun meanwhile.
  if (isStopping()) throw stoppingRefusal();
  return { status: 'ready' };
}

function askDatabase(): Promise<unknown> {
  const state = processState<{ last: Question | null }>('platform.ready', () => ({ last: null }));
  const of = database();
  if (state.last?.of === of && isRecent(state.last)) return state.last.answer;
  // Of the lane that paid requests need: a report that keeps the other one busy makes nobody unready.
  const question: Question = { of, answer: of.money.query('select 1'), answeredAtMs: null };
  state.last = question;
  const keep = () => void (question.answeredAtMs = clock.now());
  const forget = () => {
    if (state.last === question) state.last = null;
  };
  question.answer.then(keep, forget);
  return question.answer;
}

/** A clock that was set back makes no answer last longer. */
function isRecent({ answeredAtMs }: Question): boolean {
  if (answeredAtMs === null) return true;
  const ageMs = clock.now() - answeredAtMs;
  return ageMs >= 0 && ageMs < ANSWER_KEPT_MS;
}
