'use client';

import { X } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { Select } from '@/components/ui/select';
import { WEB_KEY } from '@/lib/billing/constants';
import type { UsageSums } from '@/lib/billing/contract';
import { CustomDays } from './custom-days';
import { Segments } from './segments';
import { keyName } from './totals';
import { type Days, type Filters, type RANGES, type SetFilters } from './use-filters';

const RANGE_OPTIONS: { value: (typeof RANGES)[number]; label: string }[] = [
  { value: '1', label: 'Today' },
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: 'custom', label: 'Custom' },
];
const ALL = '';

/** The filters of the whole page: days, model, key. */
export function FilterBar({
  filters,
  set,
  days,
  sums,
}: {
  filters: Filters;
  set: SetFilters;
  days: Days;
  sums: UsageSums | undefined;
}) {
  const { range, model, key } = filters;
  const models = new Set([...(sums?.rows ?? []), ...(sums?.failures ?? [])].flatMap(({ modelId }) => modelId ?? []));
  if (model !== null) models.add(model);
  const keys = new Map(
    sums?.keys.map(({ id, gone }) => [id, gone ? `${keyName(sums, id)} (revoked)` : keyName(sums, id)]),
  );
  if (key !== null && key !== WEB_KEY && !keys.has(key)) keys.set(key, `…${key.slice(-6)}`);
  const choose = (next: (typeof RANGES)[number]) =>
    set(next === 'custom' ? { range: next, ...days } : { range: next, start: null, end: null });
  return (
    <div role="group" aria-label="Filters" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <Segments label="Days, UTC" options={RANGE_OPTIONS} value={range} onChange={(next) => void choose(next)} />
        <div className="grid w-full grid-cols-2 gap-3 sm:flex sm:w-auto">
          <Select
            label="Model"
            className="min-w-0 sm:w-48"
            value={model ?? ALL}
            onChange={(next) => void set({ model: next || null })}
            options={[
              { value: ALL, label: 'All models' },
              ...[...models].sort().map((id) => ({ value: id, label: id })),
            ]}
          />
          <Select
            label="Key"
            className="min-w-0 sm:w-48"
            value={key ?? ALL}
            onChange={(next) => void set({ key: next || null })}
            options={[
              { value: ALL, label: 'All keys' },
              { value: WEB_KEY, label: 'Browser' },
              ...[...keys].map(([value, label]) => ({ value, label })),
            ]}
          />
        </div>
        {model !== null || key !== null ? (
          <Button kind="plain" size="small" onClick={() => void set({ model: null, key: null })}>
            <X aria-hidden />
            Clear
          </Button>
        ) : null}
      </div>
      {range === 'custom' ? <CustomDays days={days} set={set} /> : null}
    </div>
  );
}
