import { formatMoney, type MoneyCurrency } from '@/components/ui/show/money-text';
import { parseUsd } from '@/lib/core/money';
import type { Key, KeySpendList } from '@/lib/keys/contract';

/** What a key spent in one currency in the last seven days, nano units. */
export type WeekLine = {
  currency: MoneyCurrency;
  sumNano: bigint;
  /** One amount a day for the picture, whole units; none where the days are not known yet. */
  values: number[];
  /** E.g. `most on 20 Nov: $0.80`; the empty text where nothing was spent or the days are not known. */
  peak: string;
  /** E.g. `$1.23 in 7 days, most on 20 Nov: $0.80`. */
  text: string;
};

/** USD always, DIEM where some was spent. */
export type Week = { usd: WeekLine; diem: WeekLine | null };

const dayAndMonth = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** The weeks of all keys by their id; a key that is not in the answer has none. */
export function weeksOf(spend: KeySpendList | undefined): Map<string, Week> {
  const weeks = (spend?.keys ?? []).map(({ id, usd, diem }): [string, Week] => [
    id,
    { usd: lineOf('USD', usd, spend?.days ?? []), diem: diem && lineOf('DIEM', diem, spend?.days ?? []) },
  ]);
  return new Map(weeks);
}

/** The week as the list itself has it, in sums of four decimals: until the days are there. */
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
  const words = `most on ${dayAndMonth.format(Date.parse(day))}: ${formatMoney(nano[peak] ?? 0n, currency)}`;
  return { ...line, peak: words, text: `${line.text}, ${words}` };
}

function sumLine(currency: MoneyCurrency, sumNano: bigint, values: number[]): WeekLine {
  return { currency, sumNano, values, peak: '', text: `${formatMoney(sumNano, currency)} in 7 days` };
}
