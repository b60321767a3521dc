'use client';

import { Search } from 'lucide-react';
import { Field, Input } from '@/components/ui/field';
import { Select, type SelectOption } from '@/components/ui/select';
import type { Order, CharactersLocation, useCharactersLocation } from '../use-characters-location';

type Choice = Exclude<Order, ''> | 'usual';

const ORDERS: readonly SelectOption<Choice>[] = [
  { value: 'usual', label: 'Most popular' },
  { value: 'featured', label: 'Featured' },
  { value: 'highestRating', label: 'Highest rated' },
  { value: 'highlyRatedAndRecent', label: 'Highly rated and recent' },
  { value: 'mostRecent', label: 'Newest' },
  { value: 'ratingCount', label: 'Most ratings' },
];
const MAX_SEARCH_CHARACTERS = 200;

/** Search, sort order, and whether to include adult content. */
export function Filters({
  location,
  onChange,
}: {
  location: CharactersLocation;
  onChange: ReturnType<typeof useCharactersLocation>['change'];
}) {
  const order = ORDERS.find(({ value }) => value === location.order)?.value ?? 'usual';
  return (
    <search className="flex flex-wrap items-center gap-x-4 gap-y-3">
      <Field label="Search characters" hideLabel className="w-full sm:w-72">
        <div className="relative">
          <Search aria-hidden className="pointer-events-none absolute inset-y-0 left-3 my-auto text-muted" />
          <Input
            type="search"
            placeholder="Name, keyword, or #tag"
            value={location.search}
            maxLength={MAX_SEARCH_CHARACTERS}
            onChange={(event) => onChange({ q: event.target.value })}
            className="pl-9"
          />
        </div>
      </Field>
      <Select<Choice>
        label="Sort by"
        value={order}
        onChange={(next) => onChange({ sort: next === 'usual' ? '' : next })}
        options={ORDERS}
        className="w-52"
      />
      <label className="flex min-h-touch cursor-pointer items-center gap-2">
        <input
          type="checkbox"
          checked={location.adult}
          onChange={(event) => onChange({ adult: event.target.checked ? 'true' : '' })}
          className="size-4 accent-signal"
        />
        Adult content
      </label>
    </search>
  );
}
