'use client';

import { Search } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { Field, Input } from '@/components/ui/field';
import { Select } from '@/components/ui/select';
import type { KeyView } from './arrange-keys';

const TYPES = [
  { value: 'all', label: 'All types' },
  { value: 'inference', label: 'Inference' },
  { value: 'admin', label: 'Admin' },
] as const;

/** The sort orders as labels, for narrow tables without column headers. */
const ORDERS = [
  { value: 'created desc', label: 'Newest first', sort: 'created', order: 'desc' },
  { value: 'created asc', label: 'Oldest first', sort: 'created', order: 'asc' },
  { value: 'used desc', label: 'Recently used first', sort: 'used', order: 'desc' },
  { value: 'used asc', label: 'Least recently used first', sort: 'used', order: 'asc' },
  { value: 'spend desc', label: 'Highest spend first', sort: 'spend', order: 'desc' },
  { value: 'spend asc', label: 'Lowest spend first', sort: 'spend', order: 'asc' },
] as const;

/** Search, filters, and, if the table is narrow, the sort order. @param status how many keys are shown, in words */
export function KeyToolbar({
  view,
  status,
  onChange,
}: {
  view: KeyView;
  status: string;
  onChange: (view: Partial<KeyView>) => void;
}) {
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Field label="Search keys" hideLabel className="w-full @2xl:w-60">
        <div className="relative">
          <Search aria-hidden className="pointer-events-none absolute inset-y-0 left-3 my-auto text-muted" />
          <Input
            type="search"
            placeholder="Name or last 6 characters"
            value={view.q}
            onChange={(event) => onChange({ q: event.target.value })}
            className="pl-9"
          />
        </div>
      </Field>
      <Select
        label="Key type"
        value={view.type ?? 'all'}
        onChange={(type) => onChange({ type: type === 'all' ? null : type })}
        options={TYPES}
        className="w-auto min-w-32"
      />
      <Select
        label="Sort keys by"
        value={`${view.sort} ${view.order}` as const}
        onChange={(chosen) => {
          const found = ORDERS.find(({ value }) => value === chosen);
          if (found) onChange({ sort: found.sort, order: found.order });
        }}
        options={ORDERS}
        className="w-auto min-w-40 @5xl:hidden"
      />
      <Toggle pressed={view.expiring} onPress={(expiring) => onChange({ expiring })}>
        Expiring soon
      </Toggle>
      <Toggle pressed={view.limited} onPress={(limited) => onChange({ limited })}>
        With a limit
      </Toggle>
      <p role="status" className="ml-auto text-sm text-muted tabular-nums">
        {status}
      </p>
    </div>
  );
}

function Toggle({
  pressed,
  onPress,
  children,
}: {
  pressed: boolean;
  onPress: (pressed: boolean) => void;
  children: ReactNode;
}) {
  return (
    <Button
      aria-pressed={pressed}
      onClick={() => onPress(!pressed)}
      className="px-3 font-normal aria-pressed:border-ink aria-pressed:bg-ink/8 pointer-coarse:h-11"
    >
      {children}
    </Button>
  );
}
