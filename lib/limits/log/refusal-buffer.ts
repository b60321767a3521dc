import { newId } from '../../core/ids';
import { clock } from '../../platform/clock';
import { processState } from '../../platform/process-state';
import { type WriteBuffer, makeWriteBuffer } from '../../platform/write-buffer';
import { type Refusal, writeRefusals } from './write';

/** How many are kept per account (docs/api-rules.md, "Refusal log"). */
export const KEPT_PER_ACCOUNT = 50;
/** Buffered refusals of all accounts together. */
const MAX_BUFFERED = 1_000;

type State = { buffer: WriteBuffer<Refusal>; last: { atMs: number; order: number } };

const bufferState = () =>
  processState<State>('limits.refusals', () => ({
    buffer: makeWriteBuffer({
      noun: 'refused requests',
      ownerOf: ({ accountId }) => accountId,
      limits: { perOwner: KEPT_PER_ACCOUNT, total: MAX_BUFFERED },
      write: (refusals) => writeRefusals(refusals, KEPT_PER_ACCOUNT),
    }),
    last: { atMs: 0, order: 0 },
  }));

/** Buffers a refusal for the next flush, at most a second later. If the buffer is full, the oldest are dropped. */
export function bufferRefusal(event: Omit<Refusal, 'id' | 'atMs' | 'order'>): void {
  const state = bufferState();
  const atMs = clock.now();
  state.last = { atMs, order: state.last.atMs === atMs ? state.last.order + 1 : 0 };
  state.buffer.add({ ...event, id: newId(), ...state.last });
}

/** Writes the buffer. If the database is unavailable, the buffer is kept; never throws. */
export function flushRefusals(): Promise<void> {
  return bufferState().buffer.flush();
}
