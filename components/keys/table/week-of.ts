import { formatMoney, type MoneyCurrency } from '@/components/ui/show/money-text';
import { parseUsd } from '@/lib/core/money';
import type { Key, KeySpendList } from '@/lib/keys/contract';

/** A key's spending in one currency over the last seven days, in nano-units. */
export type WeekLine = {
  currency: MoneyCurrency;
  sumNano: bigint;
  /** One amount per day for the chart, in whole units; empty if the days are not known yet. */
  values: number[];
  /** E.g. `most on 20 Nov: $0.80`; empty if nothing was spent or the days are not known. */
  peak: string;
  /** E.g. `$1.23 in 7 days, most on 20 Nov: $0.80`. */
  text: string;
};

/** Always USD; DIEM if any was spent. */
export type Week = { usd: WeekLine; diem: WeekLine | null };

const dayAndMonth = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** The spending of all keys by key ID; a key missing from the response has none. */
export function weeksOf(spend: KeySpendList | undefined): Map<string, Week> {
  const weeks = (spend?.keys ?? []).map(({ id, usd, diem }): [string, Week] => [
    id,
    { usd: lineOf('USD', usd, spend?.days ?? []), diem: diem && lineOf('DIEM', diem, spend?.days ?? []) },
  ]);
  return new Map(weeks);
}

/** The spending according to the list itself, as sums with four decimals, until the days are loaded. */
export function sumsOf({ usage }: Key): Week {
  const { usd = '0', diem = '0' } = usage?.trailingSevenDays ?? {};
  return {
    usd: sumLine('USD', parseUsd(usd) ?? 0n, []),
    diem: Number(diem) > 0 ? sumLine('DIEM', parseUsd(diem) ?? 0n, []) : null,
  };
}

function lineOf(currency: MoneyCurrency, amounts: string[], days: string[]): WeekLine {
  const nano = amounts.map((amount) => parseUsd(amount) ?? 0n);
  const sum = nano.reduce((total, day) => total + day, 0n);
  const peak = nano.reduce((most, day, index) => (day > (nano[most] ?? 0n) ? index : most), 0);
  const line = sumLine(currency, sum, amounts.map(Number));
  const day = days[peak];
  if (sum === 0n || !day) return line;
  const label = `most on ${dayAndMonth.format(Date.parse(day))}: ${formatMoney(nano[peak] ?? 0n, currency)}`;
  return { ...line, peak: label, text: `${line.text}, ${label}` };
}

function sumLine(currency: MoneyCurrency, sumNano: bigint, values: number[]): WeekLine {
  return { currency, sumNano, values, peak: '', text: `${formatMoney(sumNano, currency)} in 7 days` };
}
