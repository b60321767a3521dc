import type { UsageSums } from '@/lib/billing/contract';
import { WEB_KEY } from '@/lib/billing/constants';
import { parseUsd } from '@/lib/core/money';
import type { Days, Filters } from './use-filters';

/** Usage totals. DIEM is never added to USD. */
export type Totals = { usdNano: bigint; diemNano: bigint; requests: number; tokens: number; failed: number };

/** Filters the sums by model or key. */
export function narrow(sums: UsageSums, { model, key }: Pick<Filters, 'model' | 'key'>): UsageSums {
  const matches = (row: { modelId: string | null; keyId: string | null }) =>
    (model === null || row.modelId === model) && (key === null || (row.keyId ?? WEB_KEY) === key);
  return { ...sums, rows: sums.rows.filter(matches), failures: sums.failures.filter(matches) };
}

/** The totals of a range of days. */
export function totalsOf(sums: UsageSums, { start, end }: Days): Totals {
  const totals: Totals = { usdNano: 0n, diemNano: 0n, requests: 0, tokens: 0, failed: 0 };
  for (const row of sums.rows) {
    if (row.day < start || row.day > end) continue;
    const nano = parseUsd(row.charged) ?? 0n;
    if (row.currency === 'USD') totals.usdNano += nano;
    else totals.diemNano += nano;
    totals.requests += row.requests;
    totals.tokens += row.inputTokens + row.outputTokens;
    totals.failed += row.interrupted;
  }
  for (const { day, requests } of sums.failures) {
    if (day < start || day > end) continue;
    totals.requests += requests;
    totals.failed += requests;
  }
  return totals;
}

/** A key's name: its description, or its last six characters. */
export function keyName(sums: UsageSums, id: string | null): string {
  if (id === null || id === WEB_KEY) return 'Browser';
  const key = sums.keys.find((known) => known.id === id);
  if (!key) return 'Unknown key';
  const isShared = sums.keys.filter(({ description }) => description === key.description).length > 1;
  const name = key.description === '' ? `…${key.last6Chars}` : key.description;
  return isShared && key.description !== '' ? `${name} …${key.last6Chars}` : name;
}
