import { formatMoney, type MoneyCurrency } from '@/components/ui/show/money-text';
import type { Key, KeySpendList } from '@/lib/keys/contract';

/** The windows of a limit, in plain words. */
export const PERIODS = [
  { value: 'EPOCH', label: 'Every day', help: 'At 00:00 UTC.', phrase: 'today' },
  { value: 'MONTH', label: 'Every month', help: 'On the 1st, 00:00 UTC.', phrase: 'this month' },
  { value: 'LIFETIME', label: 'Never', help: 'Counts all spending.', phrase: 'in total' },
] as const satisfies { value: Key['limitPeriod']; label: string; help: string; phrase: string }[];

const dayAndMonth = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** When a limit resets, as a label; empty for never. */
export function resetLabel(period: Key['limitPeriod'], nowMs: number): string {
  if (period === 'LIFETIME') return '';
  if (period === 'EPOCH') return 'resets 00:00 UTC';
  const at = new Date(nowMs);
  return `resets ${dayAndMonth.format(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1))}`;
}

/** From this fraction of a limit on, its bar shows a warning. */
const NEAR = 0.8;

/** One limit of a key as shown in the table; `used` and `limit` in whole units. */
export type LimitLine = {
  currency: MoneyCurrency;
  used: number;
  limit: number;
  /** E.g. `$3.20 of $10 this month, resets 1 Dec`; without its first part if usage is not known yet. */
  text: string;
  tone: 'signal' | 'warn' | 'stop';
};

/**
 * A key's limits with their current usage; empty if it has none.
 * @param exact the usage; the key itself has only four decimals, and its window may have changed since
 */
export function limitLines(
  { consumptionLimits, currentPeriodUsage, limitPeriod }: Key,
  nowMs: number,
  exact?: KeySpendList['keys'][number]['current'],
): LimitLine[] {
  const current = exact?.limitPeriod === limitPeriod ? exact : currentPeriodUsage;
  const window = PERIODS.find(({ value }) => value === limitPeriod)?.phrase ?? '';
  const resets = resetLabel(limitPeriod, nowMs);
  const line = (currency: MoneyCurrency, limit: number | null, spent?: string): LimitLine[] => {
    if (limit === null) return [];
    const used = Number(spent ?? 0);
    const full = used >= limit;
    const tone = full ? 'stop' : used >= limit * NEAR ? 'warn' : 'signal';
    const part = spent === undefined ? '' : `${formatMoney(spent, currency, { down: true })} of `;
    const text = `${part}${formatMoney(limit, currency, { exact: true })} ${window}`;
    const line = [text, full ? 'used up' : '', resets].filter(Boolean).join(', ');
    return [{ currency, used, limit, tone, text: line }];
  };
  return [...line('USD', consumptionLimits.usd, current?.usd), ...line('DIEM', consumptionLimits.diem, current?.diem)];
}
