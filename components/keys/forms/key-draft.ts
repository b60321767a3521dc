import { z } from 'zod';
import { now } from '@/lib/client/now';
import type { ErrorIssue } from '@/lib/core/errors';
import { CreateKey, type Key, LimitAmount } from '@/lib/keys/contract';
import type { KeyChange } from '../changed-key';
import { endOfDay, type ExpiryPreset, expiryOf } from '../expiry';
import type { NewKey } from '../use-key-changes';

/** A key as edited in its form, all strings. `day` only matters for a custom expiry date. */
export type KeyDraft = {
  description: string;
  usd: string;
  diem: string;
  period: Key['limitPeriod'];
  privacy: Key['modelPrivacy'];
  expiry: ExpiryPreset;
  day: string;
};

/** The initial values of a new key. */
export const EMPTY_DRAFT: KeyDraft = {
  description: '',
  usd: '',
  diem: '',
  period: 'MONTH',
  privacy: 'ALL',
  expiry: 'never',
  day: '',
};

/** A limit as typed: empty is none; `5`, `$5`, `5.00`, `5,00` are amounts; then the API's own bounds apply. */
export const TypedLimit = z
  .string()
  .transform((text, context) => {
    const typed = text.trim();
    if (typed === '') return null;
    if (AMOUNT.test(typed) && !AMBIGUOUS.test(typed)) return Number(typed.replace('$', '').replace(',', '.'));
    context.addIssue('Must be an amount, such as 5 or 0.25');
    return z.NEVER;
  })
  .pipe(LimitAmount.nullable());

const AMOUNT = /^\$?\d+(?:[.,]\d+)?$/;
/** `1,000` means one thousand to some readers and one to others, so it is not interpreted. */
const AMBIGUOUS = /,\d{3}$/;

/** A typed day that has not ended yet. @param now returns the time at validation */
export function typedDay(now: () => number) {
  return z.iso
    .date('Must be a day, such as 2027-01-31')
    .refine((day) => Date.parse(endOfDay(day)) > now(), 'Must be today or later, UTC');
}

/** The fields that can be invalid. The API allows an empty name, but a list of unnamed keys helps nobody. */
export const TypedKey = z.object({
  description: CreateKey.shape.description.refine((name) => name.trim() !== '', 'Enter a name'),
  usd: TypedLimit,
  diem: TypedLimit,
  day: typedDay(now).optional(),
});

/** The validated part of a draft: the day only if it matters. */
export function toTyped({ expiry, day, ...rest }: KeyDraft): unknown {
  return { ...rest, day: expiry === 'day' ? day : undefined };
}

/** An existing key as a draft. */
export function draftOf({ description, consumptionLimits, limitPeriod, modelPrivacy, expiresAt }: Key): KeyDraft {
  return {
    description,
    usd: amountText(consumptionLimits.usd),
    diem: amountText(consumptionLimits.diem),
    period: limitPeriod,
    privacy: modelPrivacy,
    expiry: expiresAt === null ? 'never' : 'keep',
    day: '',
  };
}

/** A validated draft as a request for a new key. */
export function toNewKey(draft: KeyDraft, apiKeyType: Key['apiKeyType'], nowMs: number): NewKey {
  return {
    apiKeyType,
    description: draft.description.trim(),
    consumptionLimit: { usd: TypedLimit.parse(draft.usd), diem: TypedLimit.parse(draft.diem) },
    limitPeriod: draft.period,
    expiresAt: expiryOf(draft.expiry, nowMs, draft.day) ?? '',
    modelPrivacy: draft.privacy,
  };
}

/** What a validated draft changes about a key; null if nothing. */
export function toChange(key: Key, draft: KeyDraft, nowMs: number): KeyChange | null {
  const [usd, diem] = [TypedLimit.parse(draft.usd), TypedLimit.parse(draft.diem)];
  const description = draft.description.trim();
  const expiresAt = expiryOf(draft.expiry, nowMs, draft.day);
  const limit = {
    ...(usd === key.consumptionLimits.usd ? {} : { usd }),
    ...(diem === key.consumptionLimits.diem ? {} : { diem }),
  };
  const changes = {
    ...(description === key.description ? {} : { description }),
    ...(Object.keys(limit).length === 0 ? {} : { consumptionLimit: limit }),
    ...(draft.period === key.limitPeriod ? {} : { limitPeriod: draft.period }),
    ...(draft.privacy === key.modelPrivacy ? {} : { modelPrivacy: draft.privacy }),
    ...(expiresAt === undefined || (expiresAt || null) === key.expiresAt ? {} : { expiresAt }),
  };
  return Object.keys(changes).length === 0 ? null : { id: key.id, ...changes };
}

/** Maps an issue reported by the API to the form field it is about. */
export function toField(issue: ErrorIssue, expiry: ExpiryPreset): ErrorIssue {
  const [first, ...rest] = issue.path;
  if (first === 'consumptionLimit') return { ...issue, path: rest };
  if (first === 'expiresAt') return { ...issue, path: [expiry === 'day' ? 'day' : 'expiry'] };
  if (first === 'limitPeriod') return { ...issue, path: ['period'] };
  return first === 'modelPrivacy' ? { ...issue, path: ['privacy'] } : issue;
}

/** A limit as one would type it; small numbers would otherwise print with an exponent. */
function amountText(amount: number | null): string {
  if (amount === null) return '';
  return amount > 0 && amount < 1e-6 ? amount.toFixed(9).replace(/0+$/, '') : String(amount);
}
