import { useId } from 'react';
import { Field, Input } from '@/components/ui/field';
import { Select } from '@/components/ui/select';
import type { FormState } from '@/components/ui/use-form';
import type { Key } from '@/lib/keys/contract';
import { PERIODS } from './limits';

type Period = Key['limitPeriod'];

/** The optional limits of a new key, and when they begin anew. The form has the fields `usd` and `diem`. */
export function LimitFields<V extends { usd: string; diem: string }>({
  form,
  period,
  onPeriod,
}: {
  form: FormState<V>;
  period: Period;
  onPeriod: (period: Period) => void;
}) {
  const helpId = useId();
  return (
    <fieldset aria-describedby={helpId}>
      <legend className="text-sm font-medium">Spending limit</legend>
      <p id={helpId} className="mb-2 text-sm text-muted">
        Empty means no limit. At its limit the key is refused until it resets.
      </p>
      <div className="grid grid-cols-2 items-start gap-3 sm:grid-cols-3">
        <Field label="USD limit" error={form.errors.usd}>
          <Input inputMode="decimal" autoComplete="off" unit="USD" className="figure-text" {...form.bind('usd')} />
        </Field>
        <Field label="DIEM limit" error={form.errors.diem}>
          <Input inputMode="decimal" autoComplete="off" unit="DIEM" className="figure-text" {...form.bind('diem')} />
        </Field>
        <Field
          label="Resets"
          help={PERIODS.find(({ value }) => value === period)?.help}
          className="col-span-2 sm:col-span-1"
        >
          <Select<Period> value={period} onChange={onPeriod} options={PERIODS} />
        </Field>
      </div>
    </fieldset>
  );
}
