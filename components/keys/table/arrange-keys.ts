import type { Key } from '@/lib/keys/contract';
import { endsSoon } from '../expiry';
import type { Week } from './week-of';

/** The sort orders of the list. */
export const KEY_SORTS = ['created', 'used', 'spend'] as const;
export type KeySort = (typeof KEY_SORTS)[number];

/** The list's filters and sort order. */
export type KeyView = {
  q: string;
  type: 'inference' | 'admin' | null;
  expiring: boolean;
  limited: boolean;
  sort: KeySort;
  order: 'asc' | 'desc';
};

/** Whether a view hides keys. */
export function isNarrowed({ q, type, expiring, limited }: KeyView): boolean {
  return q.trim() !== '' || type !== null || expiring || limited;
}

/** The keys of a view, sorted; ties keep their order, newest first. */
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
      // Never used sorts as the earliest time.
      return compareTexts(a.lastUsedAt ?? '', b.lastUsedAt ?? '');
    case 'spend':
      // The two currencies are not added: DIEM only breaks ties in USD.
      return (
        compareAmounts(weekOf(a).usd.sumNano, weekOf(b).usd.sumNano) ||
        compareAmounts(weekOf(a).diem?.sumNano ?? 0n, weekOf(b).diem?.sumNano ?? 0n)
      );
  }
}

/** ISO 8601 times in UTC sort as text. */
const compareTexts = (a: string, b: string) => (a === b ? 0 : a < b ? -1 : 1);
const compareAmounts = (a: bigint, b: bigint) => (a === b ? 0 : a < b ? -1 : 1);
