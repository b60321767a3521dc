import { keyIdOf, type RunContext } from '../accounts/caller';
import type { ChargeRequest } from '../ledger/charge/types';
import type { Model } from '../models/model';

/** Work on images ends after 600 s (docs/architecture.md, "Time limits"); the hold lives a minute longer. */
const HOLD_SECONDS = 660;

/**
 * The order of paid work on images, whose hold and charge are reported in the headers.
 * @param maximumNano what the work costs at most, nano-USD: all of it must be available
 */
export function paidOrder({ id, type }: Model, maximumNano: bigint, context: RunContext): ChargeRequest {
  const { metadata, caller } = context;
  return {
    id: context.holdId,
    accountId: caller.account.id,
    keyId: keyIdOf(caller),
    maximumNano,
    minimumNano: maximumNano,
    ttlSeconds: HOLD_SECONDS,
    signal: context.signal,
    requestId: context.requestId,
    modelId: id,
    modelType: type,
    arrivedAtMs: context.arrivedAtMs,
    beforeHold: context.beforeHold,
    onHold: ({ balanceBefore, currency, heldNano }) => {
      metadata.balanceBefore = balanceBefore;
      metadata.hold = { currency, heldNano };
    },
    onReceipt: (receipt) => {
      metadata.charge = receipt;
    },
  };
}
