import { toLimitNano } from '../limit-amount';

/**
 * Limits as a request has them: whole units; null and absent mean what the verb says. `vcu` is the legacy name of `diem`,
 * which counts where both come.
 */
type GivenLimits = { usd?: number | null; diem?: number | null; vcu?: number | null };

/** A limit as it is kept: nano units; null is none. An update leaves alone what is undefined. */
type NanoLimits = { usdNano?: bigint | null; diemNano?: bigint | null };

/** Limits of a new key: a null member is as good as an absent one (docs/api-rules.md, "Wire tolerances"). */
export function newLimits({ usd, diem, vcu }: GivenLimits): NanoLimits {
  return { usdNano: nanoOf(usd), diemNano: nanoOf(diem ?? vcu ?? undefined) };
}

/** Limits of an update: null clears, all of them or one; an absent member stays (docs/api-rules.md, "Update a key"). */
export function changedLimits(limits: GivenLimits | null): NanoLimits {
  if (limits === null) return { usdNano: null, diemNano: null };
  const { usd, diem, vcu } = limits;
  return { usdNano: nanoOf(usd), diemNano: nanoOf(diem === undefined ? vcu : diem) };
}

function nanoOf(amount: number | null | undefined): bigint | null | undefined {
  return typeof amount === 'number' ? toLimitNano(amount) : amount;
}
