import { formatMoney, type MoneyCurrency } from '@/components/ui/show/money-text';
import type { Key, KeySpendList } from '@/lib/keys/contract';

/** The windows that a limit counts in, in plain words. */
export const PERIODS = [
  { value: 'EPOCH', label: 'Every day', help: 'At 00:00 UTC.', inWords: 'today' },
  { value: 'MONTH', label: 'Every month', help: 'On the 1st, 00:00 UTC.', inWords: 'this month' },
  { value: 'LIFETIME', label: 'Never', help: 'Counts all spending.', inWords: 'in total' },
] as const satisfies { value: Key['limitPeriod']; label: string; help: string; inWords: string }[];

const dayAndMonth = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** When a limit resets, as a label; the empty text for never. */
export function resetLabel(period: Key['limitPeriod'], nowMs: number): string {
  if (period === 'LIFETIME') return '';
  if (period === 'EPOCH') return 'resets 00:00 UTC';
  const at = new Date(nowMs);
  return `resets ${dayAndMonth.format(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1))}`;
}

/** From which part of a limit on its bar warns. */
const NEAR = 0.8;

/** One limit of a key as the table shows it; `used` and `limit` in whole units. */
export type LimitLine = {
  currency: MoneyCurrency;
  used: number;
  limit: number;
  /** E.g. `$3.20 of $10 this month, resets 1 Dec`; without its first part where what is used is not known yet. */
  text: string;
  tone: 'signal' | 'warn' | 'stop';
};

/**
 * The limits that a key has, with what counts against them now; none for a key without.
 * @param exact what counts; the key itself has four decimals, and its window may have been changed since
 */
export function limitLines(
  { consumptionLimits, currentPeriodUsage, limitPeriod }: Key,
  nowMs: number,
  exact?: KeySpendList['keys'][number]['current'],
): LimitLine[] {
  const current = exact?.limitPeriod === limitPeriod ? exact : currentPeriodUsage;
  const window = PERIODS.find(({ value }) => value === limitPeriod)?.inWords ?? '';
  const resets = resetLabel(limitPeriod, nowMs);
  const line = (currency: MoneyCurrency, limit: number | null, spent?: string): LimitLine[] => {
    if (limit === null) return [];
    const used = Number(spent ?? 0);
    const full = used >= limit;
    const tone = full ? 'stop' : used >= limit * NEAR ? 'warn' : 'signal';
    const part = spent === undefined ? '' : `${formatMoney(spent, currency, { down: true })} of `;
    const text = `${part}${formatMoney(limit, currency, { exact: true })} ${window}`;
    const words = [text, full ? 'used up' : '', resets].filter(Boolean).join(', ');
    return [{ currency, used, limit, tone, text: words }];
  };
  return [...line('USD', consumptionLimits.usd, current?.usd), ...line('DIEM', consumptionLimits.diem, current?.diem)];
}
