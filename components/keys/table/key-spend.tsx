import { classNames } from '@/components/ui/class-names';
import { MoneyText } from '@/components/ui/show/money-text';
import { Sparkline } from '@/components/ui/show/sparkline';
import type { Week, WeekLine } from './week-of';

/** A key's spending in seven days: a bar per day and the sum, with DIEM below in its own color. */
export function KeySpend({ week, className }: { week: Week; className?: string }) {
  return (
    <span className={classNames('flex flex-col base:items-end gap-1', className)}>
      <Line line={week.usd} />
      {week.diem ? <Line line={week.diem} /> : null}
    </span>
  );
}

function Line({ line: { currency, sumNano, values, text } }: { line: WeekLine }) {
  return (
    <span className="flex items-center gap-2">
      {values.length > 0 ? (
        <Sparkline values={values} label={text} tone={currency === 'DIEM' ? 'diem' : 'ink'} />
      ) : (
        <span className="h-4 w-12" />
      )}
      <MoneyText
        amount={sumNano}
        currency={currency}
        className={classNames('min-w-12 text-right text-sm', sumNano === 0n && 'text-muted')}
      />
    </span>
  );
}

/** The same as text, where a chart does not fit. */
export function KeySpendText({ week }: { week: Week }) {
  if (week.usd.sumNano === 0n && !week.diem) return 'nothing spent in 7 days';
  return (
    <>
      spent {week.usd.sumNano > 0n || !week.diem ? <MoneyText amount={week.usd.sumNano} /> : null}
      {week.usd.sumNano > 0n && week.diem ? ' and ' : ''}
      {week.diem ? <MoneyText amount={week.diem.sumNano} currency="DIEM" /> : null} in 7 days
    </>
  );
}
