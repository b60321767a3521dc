import { toLimitNano } from './limit-amount';

/**
 * Limits in a request: whole units; the meaning of null and absent depends on the endpoint. `vcu` is the legacy name of
 * `diem`, which applies if both are sent.
 */
type GivenLimits = { usd?: number | null; diem?: number | null; vcu?: number | null };

/** Limits as stored: nano units; null means no limit. An update does not change undefined ones. */
type NanoLimits = { usdNano?: bigint | null; diemNano?: bigint | null };

/** Limits of a new key: null means the same as absent (docs/api-rules.md, "Wire tolerances"). */
export function newLimits({ usd, diem, vcu }: GivenLimits): NanoLimits {
  return { usdNano: nanoOf(usd), diemNano: nanoOf(diem ?? vcu ?? undefined) };
}

/**
 * Limits of an update: null clears all of them or one; an absent member is unchanged (docs/api-rules.md, "Update a
 * key").
 */
export function changedLimits(limits: GivenLimits | null): NanoLimits {
  if (limits === null) return { usdNano: null, diemNano: null };
  const { usd, diem, vcu } = limits;
  return { usdNano: nanoOf(usd), diemNano: nanoOf(diem === undefined ? vcu : diem) };
}

function nanoOf(amount: number | null | undefined): bigint | null | undefined {
  return typeof amount === 'number' ? toLimitNano(amount) : amount;
}
