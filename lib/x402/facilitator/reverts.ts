import { HOUR_MS } from '../../core/time';
import { clock } from '../../platform/clock';
import { processState } from '../../platform/process-state';

/**
 * Reverted transactions in an hour after which contract wallets wait: such a wallet can accept a payment in every
 * simulation and refuse it on the chain, which costs us up to 500,000 gas and its holder nothing.
 */
const MAX_REVERTS = 10;

/** When the last transactions of ours were reverted, milliseconds since 1970. */
const reverts = () => processState<{ timesMs: number[] }>('x402.reverts', () => ({ timesMs: [] }));

/** Notes that a transaction of ours was carried out and moved nothing. */
export function noteRevert(): void {
  const state = reverts();
  state.timesMs = [...state.timesMs, clock.now()].slice(-MAX_REVERTS);
}

/** Whether so many were reverted within the last hour that contract wallets wait. */
export function hasManyReverts(): boolean {
  const { timesMs } = reverts();
  const [oldest] = timesMs;
  return timesMs.length >= MAX_REVERTS && oldest !== undefined && clock.now() - oldest < HOUR_MS;
}
