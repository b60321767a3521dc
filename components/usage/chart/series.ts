import { formatMoney } from '@/components/ui/show/money-text';
import { OTHER_KEYS, WEB_KEY } from '@/lib/billing/constants';
import type { UsageSums } from '@/lib/billing/contract';
import { parseUsd } from '@/lib/core/money';
import { keyName } from '../totals';
import { eachDay, type Filters } from '../use-filters';

/** This many series have their own color; all others share one. */
const TOP = 7;
const OTHER_COLOR = 8;

/** One color of the bars. */
export type Series = {
  /** The filter value that selects it; null for all others together, and for unnamed ones. */
  id: string | null;
  name: string;
  /** From `chart-1` to `chart-8`. */
  color: number;
  total: bigint;
  /** Per day, in the order of the chart's days. */
  values: bigint[];
};

/** Days as stacked bars of series that add up to the exact total. Money in nano-units. */
export type Chart = { days: string[]; series: Series[]; total: bigint };

type Metric = Filters['metric'];
type Part = { day: string; modelId: string | null; keyId: string | null; value: bigint };

/** The chart's data: the largest seven series, and the rest as one. */
export function chartOf(sums: UsageSums, by: Filters['by'], metric: Metric): Chart {
  const days = eachDay(sums.days);
  const indexes = new Map(days.map((day, index) => [day, index]));
  const groups = new Map<string, Series>();
  for (const part of partsOf(sums, metric)) {
    const index = indexes.get(part.day);
    if (index === undefined || part.value === 0n) continue;
    const { id, name } = groupOf(sums, part, by);
    const slot = `${id} ${name}`;
    const group = groups.get(slot) ?? { id, name, color: 0, total: 0n, values: days.map(() => 0n) };
    groups.set(slot, group);
    group.total += part.value;
    group.values[index] = (group.values[index] ?? 0n) + part.value;
  }
  const sorted = [...groups.values()].sort((a, b) => (a.total > b.total ? -1 : a.total < b.total ? 1 : 0));
  const named = sorted.filter((series) => !isOther(series));
  const top = named.slice(0, TOP).map((series, index) => ({ ...series, color: index + 1 }));
  const rest = [...named.slice(TOP), ...sorted.filter(isOther)];
  const series = rest.length === 0 ? top : [...top, joined(rest, days)];
  return { days, series, total: series.reduce((sum, { total }) => sum + total, 0n) };
}

/** Formats a value of the chart. @param options `short` for an axis; `decimals` aligns amounts of money */
export function formatValue(
  value: bigint,
  metric: Metric,
  { short = false, decimals }: { short?: boolean; decimals?: number } = {},
): string {
  const format = decimals === undefined ? {} : { decimals };
  if (metric === 'cost') return formatMoney(value, 'USD', format);
  if (metric === 'diem') return formatMoney(value, 'DIEM', format);
  return short ? COMPACT.format(value) : value.toLocaleString('en-US');
}

/** A value as the height of a bar; exact amounts are shown as text. */
export function heightOf(value: bigint, metric: Metric): number {
  return metric === 'cost' || metric === 'diem' ? Number(value) / 1e9 : Number(value);
}

const OTHER = 'Other';
/** A key or a model may have the same name, but has an ID. */
const isOther = ({ id, name }: Series) => id === null && name === OTHER;
const COMPACT = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 });

function joined(rest: Series[], days: string[]): Series {
  const [only] = rest;
  if (only && rest.length === 1 && !isOther(only)) return { ...only, color: OTHER_COLOR };
  const total = rest.reduce((sum, series) => sum + series.total, 0n);
  const values = days.map((_, index) => rest.reduce((sum, series) => sum + (series.values[index] ?? 0n), 0n));
  return { id: null, name: OTHER, color: OTHER_COLOR, total, values };
}

function partsOf({ rows, failures }: UsageSums, metric: Metric): Part[] {
  const paid = rows.map(({ day, modelId, keyId, currency, charged, ...row }) => {
    const nano = parseUsd(charged) ?? 0n;
    const values: Record<Metric, bigint> = {
      cost: currency === 'USD' ? nano : 0n,
      diem: currency === 'DIEM' ? nano : 0n,
      tokens: BigInt(Math.round(row.inputTokens + row.outputTokens)),
      requests: BigInt(row.requests),
      failed: BigInt(row.interrupted),
    };
    return { day, modelId, keyId, value: values[metric] };
  });
  if (metric !== 'requests' && metric !== 'failed') return paid;
  const failed = failures.map(({ requests, modelId, ...row }) => ({
    ...row,
    modelId: modelId ?? NO_MODEL,
    value: BigInt(requests),
  }));
  return [...paid, ...failed];
}

/** Failed requests that named no known model; no model has an empty ID. */
const NO_MODEL = '';

function groupOf(sums: UsageSums, { modelId, keyId }: Part, by: Filters['by']): { id: string | null; name: string } {
  if (by === 'day') return { id: null, name: 'All' };
  if (by === 'key') {
    return keyId === OTHER_KEYS ? { id: null, name: OTHER } : { id: keyId ?? WEB_KEY, name: keyName(sums, keyId) };
  }
  if (modelId === null) return { id: null, name: OTHER };
  return modelId === NO_MODEL ? { id: null, name: 'No model' } : { id: modelId, name: modelId };
}
