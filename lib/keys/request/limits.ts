import type { z } from 'zod';
import { toLimitNano } from '../limit-amount';

/** Limits as a request has them: whole units; null and absent mean what the verb says. */
type GivenLimits = { usd?: number | null; diem?: number | null; vcu?: number | null };

/** A limit as it is kept: nano units; null is none. An update leaves alone what is undefined. */
type NanoLimits = { usdNano?: bigint | null; diemNano?: bigint | null };

/** Limits of a new key: a null member is as good as an absent one (contract 1.5a 11). */
export function newLimits({ usd, diem, vcu }: GivenLimits, context: z.RefinementCtx): NanoLimits {
  const diemOrNone = diemOf({ diem: diem ?? undefined, vcu: vcu ?? undefined }, context);
  return { usdNano: nanoOf(usd), diemNano: nanoOf(diemOrNone) };
}

/** Limits of an update: null clears, all of them or one; an absent member stays (contract 15.4). */
export function changedLimits(limits: GivenLimits | null, context: z.RefinementCtx): NanoLimits {
  if (limits === null) return { usdNano: null, diemNano: null };
  return { usdNano: nanoOf(limits.usd), diemNano: nanoOf(diemOf(limits, context)) };
}

function diemOf({ diem, vcu }: Pick<GivenLimits, 'diem' | 'vcu'>, context: z.RefinementCtx): number | null | undefined {
  if (diem === undefined) return vcu;
  if (vcu !== undefined && vcu !== diem) {
    context.addIssue({ code: 'custom', path: ['vcu'], message: 'Must be the same as diem, or be left out' });
  }
  return diem;
}

function nanoOf(amount: number | null | undefined): bigint | null | undefined {
  return typeof amount === 'number' ? toLimitNano(amount) : amount;
}
