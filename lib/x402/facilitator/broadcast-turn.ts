import { database, type Queryable } from '../../platform/db';
import { processState } from '../../platform/process-state';

/** The advisory lock under which processes send transactions; "x402" in ASCII. */
const BROADCAST_LOCK = 0x78343032;
/** The longest wait for the other processes. */
const LOCK_MS = 30_000;

/**
 * Runs one piece of work at a time, in all processes that share the database: transactions of one key have consecutive
 * nonces. Within this process, work waits without a database connection. The embedded database belongs to one process
 * alone.
 * @param signal after it aborts, the work is not begun
 */
export function takeBroadcastTurn<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  const queue = processState('x402.broadcasts', () => ({ last: Promise.resolve() }));
  const turn = queue.last.then(() => runAlone(work, signal));
  const ended = () => undefined;
  queue.last = turn.then(ended, ended);
  return new Promise<T>((resolve, reject) => {
    const leave = () => reject(signal.reason as Error);
    signal.addEventListener('abort', leave, { once: true });
    void turn.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
  });
}

async function runAlone<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  const { kind, transaction } = database();
  if (kind === 'pglite') return work();
  let [begin, end] = [() => {}, () => {}];
  const begun = new Promise<void>((resolve) => (begin = resolve));
  const ended = new Promise<void>((resolve) => (end = resolve));
  const lock = async (tx: Queryable) => {
    await tx.query('select pg_advisory_xact_lock($1)', [BROADCAST_LOCK]);
    begin();
    await ended;
  };
  // The work is not in this transaction: what it notes must stand before anything is sent.
  const locked = transaction(lock, { timeoutMs: LOCK_MS });
  await Promise.race([begun, locked]);
  try {
    signal.throwIfAborted();
    return await work();
  } finally {
    end();
    await locked;
  }
}
