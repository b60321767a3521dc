import { useId } from 'react';
import { Field, Input } from '@/components/ui/field';
import { Select } from '@/components/ui/select';
import type { FormState } from '@/components/ui/form/use-form';
import { PERIODS } from '../limits';
import type { KeyDraft } from './key-draft';

/** A key's optional USD limit, and when it resets. */
export function LimitFields({ form }: { form: FormState<KeyDraft> }) {
  const helpId = useId();
  const { period } = form.values;
  return (
    <fieldset aria-describedby={helpId}>
      <legend className="text-sm font-medium">Spending limit</legend>
      <p id={helpId} className="mb-2 text-sm text-muted">
        Leave empty for no limit. At its limit the key is refused until the limit resets.
      </p>
      <div className="grid grid-cols-2 items-start gap-3">
        <Field label="USD limit" error={form.errors.usd}>
          <Input inputMode="decimal" autoComplete="off" unit="USD" className="figure-text" {...form.bind('usd')} />
        </Field>
        <Field label="Resets" error={form.errors.period} help={PERIODS.find(({ value }) => value === period)?.help}>
          <Select value={period} onChange={(next) => form.set('period', next)} options={PERIODS} />
        </Field>
      </div>
    </fieldset>
  );
}
