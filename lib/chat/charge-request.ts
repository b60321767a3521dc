import { keyIdOf } from '../accounts/caller';
import type { ChargeRequest } from '../ledger/charge/types';
import type { Plan } from './plan';

/**
 * An answer's deadline (600 s; docs/architecture.md, "Time limits") plus a minute: the charge always ends before its
 * hold expires.
 */
const HOLD_SECONDS = 660;

/** What is charged for a planned answer. @param signal ends the work */
export function chargeRequestOf({ context, budget, model }: Plan, signal: AbortSignal): ChargeRequest {
  const { caller, metadata } = context;
  return {
    id: context.holdId,
    accountId: caller.account.id,
    keyId: keyIdOf(caller),
    maximumNano: budget.maximumNano,
    minimumNano: budget.minimumNano,
    ttlSeconds: HOLD_SECONDS,
    signal,
    requestId: context.requestId,
    modelId: model.id,
    modelType: model.type,
    arrivedAtMs: context.arrivedAtMs,
    beforeHold: context.beforeHold,
    onHold: (hold) => {
      metadata.balanceBefore = hold.balanceBefore;
      metadata.hold = { currency: hold.currency, heldNano: hold.heldNano };
    },
    onReceipt: (receipt) => {
      metadata.charge = receipt;
    },
  };
}
