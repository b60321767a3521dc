import { newId } from '../../core/ids';
import { clock } from '../../platform/clock';
import { processState } from '../../platform/process-state';
import { type WriteBuffer, makeWriteBuffer } from '../../platform/write-buffer';
import { type Refusal, writeRefusals } from './write';

/** Of each account so many stay (contract 15.8). */
export const KEPT_PER_ACCOUNT = 50;
/** Refusals that wait for the database, of all accounts together. */
const MAX_WAITING = 1_000;

type Waiting = { buffer: WriteBuffer<Refusal>; last: { atMs: number; order: number } };

const waiting = () =>
  processState<Waiting>('limits.refusals', () => ({
    buffer: makeWriteBuffer({
      noun: 'refused requests',
      whose: ({ accountId }) => accountId,
      most: { ofOne: KEPT_PER_ACCOUNT, ofAll: MAX_WAITING },
      write: (refusals) => writeRefusals(refusals, KEPT_PER_ACCOUNT),
    }),
    last: { atMs: 0, order: 0 },
  }));

/** Lets a refusal wait for the next flush, at most a second. Where too many wait, the oldest are dropped. */
export function letWait(event: Omit<Refusal, 'id' | 'atMs' | 'order'>): void {
  const state = waiting();
  const atMs = clock.now();
  state.last = { atMs, order: state.last.atMs === atMs ? state.last.order + 1 : 0 };
  state.buffer.add({ ...event, id: newId(), ...state.last });
}

/** Writes what waits. Where the database is away it goes on waiting; never throws. */
export function flushRefusals(): Promise<void> {
  return waiting().buffer.flush();
}
