import type { Key } from '@/lib/keys/contract';
import { endsSoon } from '../expiry';
import type { Week } from './week-of';

/** What the list can be sorted by. */
export const KEY_SORTS = ['created', 'used', 'spend'] as const;
export type KeySort = (typeof KEY_SORTS)[number];

/** Which keys are looked at, and in which order. */
export type KeyView = {
  q: string;
  type: 'inference' | 'admin' | null;
  expiring: boolean;
  limited: boolean;
  sort: KeySort;
  order: 'asc' | 'desc';
};

/** Whether a view leaves keys out. */
export function isNarrowed({ q, type, expiring, limited }: KeyView): boolean {
  return q.trim() !== '' || type !== null || expiring || limited;
}

/** The keys of a view in its order; keys that are equal stay as they come, the newest first. */
export function arrangeKeys(keys: Key[], view: KeyView, weekOf: (key: Key) => Week, nowMs: number): Key[] {
  const wanted = view.q.trim().toLowerCase();
  const found = keys.filter(
    (key) =>
      (!wanted || `${key.description} ${key.last6Chars}`.toLowerCase().includes(wanted)) &&
      (view.type === null || key.apiKeyType.toLowerCase() === view.type) &&
      (!view.expiring || (key.expiresAt !== null && endsSoon(key.expiresAt, nowMs))) &&
      (!view.limited || key.consumptionLimits.usd !== null || key.consumptionLimits.diem !== null),
  );
  const sign = view.order === 'asc' ? 1 : -1;
  return found.sort((a, b) => sign * compare(a, b, view.sort, weekOf));
}

function compare(a: Key, b: Key, sort: KeySort, weekOf: (key: Key) => Week): number {
  switch (sort) {
    case 'created':
      return compareTexts(a.createdAt, b.createdAt);
    case 'used':
      // Never used is before all times.
      return compareTexts(a.lastUsedAt ?? '', b.lastUsedAt ?? '');
    case 'spend':
      // The two currencies are not added: DIEM decides among those that spent the same in USD.
      return (
        compareAmounts(weekOf(a).usd.sumNano, weekOf(b).usd.sumNano) ||
        compareAmounts(weekOf(a).diem?.sumNano ?? 0n, weekOf(b).diem?.sumNano ?? 0n)
      );
  }
}

/** Times of ISO 8601 in UTC have the order of their texts. */
const compareTexts = (a: string, b: string) => (a === b ? 0 : a < b ? -1 : 1);
const compareAmounts = (a: bigint, b: bigint) => (a === b ? 0 : a < b ? -1 : 1);
