import { keyIdOf, type RunContext } from '../../accounts/caller';
import { chargeValue } from '../../ledger/charge/charge';
import { billOf, maximumNano } from '../../models/price/bill';
import { type ExtraUsage, extraParts } from '../../models/price/extras';
import type { Queryable } from '../../platform/db';

/** Reading a page or a file takes at most a minute and a half, its waiting included; the hold lives a minute longer. */
const HOLD_SECONDS = 150;

/** Work with a fixed price. */
export type PricedWork<T> = {
  /** What it uses if it succeeds. */
  usage: ExtraUsage;
  /** What usage and limits name instead of a model: `endpoint:api/v1/augment/scrape`. */
  modelId: string;
  /** @param settle charges for it as the last step of a transaction that stores the result */
  work: (signal: AbortSignal, settle: (tx: Queryable) => Promise<void>) => Promise<T>;
};

/**
 * Carries out work with a fixed price: hold, work, charge. Nothing is charged for work that fails, and its result is
 * returned only after the charge is on disk.
 * @throws what the hold (402) and the work throw; ApiError REQUEST_TIMEOUT
 */
export async function chargeExtra<T>({ usage, modelId, work }: PricedWork<T>, context: RunContext): Promise<T> {
  const { metadata, caller } = context;
  const parts = extraParts(usage);
  const costNano = maximumNano(parts);
  const { value } = await chargeValue(
    {
      id: context.holdId,
      accountId: caller.account.id,
      keyId: keyIdOf(caller),
      maximumNano: costNano,
      minimumNano: costNano,
      ttlSeconds: HOLD_SECONDS,
      signal: context.signal,
      requestId: context.requestId,
      modelId,
      modelType: 'augment',
      arrivedAtMs: context.arrivedAtMs,
      beforeHold: context.beforeHold,
      onHold: ({ balanceBefore, currency, heldNano }) => {
        metadata.balanceBefore = balanceBefore;
        metadata.hold = { currency, heldNano };
      },
      onReceipt: (receipt) => {
        metadata.charge = receipt;
      },
    },
    (_hold, signal, settle) => work(signal, (tx) => settle(tx, billOf(parts))),
    () => billOf(parts),
  );
  return value;
}
