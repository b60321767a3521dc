'use client';

import { Button } from '@/components/ui/button';
import { Select } from '@/components/ui/select';
import { kindsOf, NO_FILTER, sitesOf, type Kind, type ResultFilter } from '@/lib/client/search/filter-results';
import type { SearchResult } from '@/lib/client/search/types';

/** Stands for “all”, because an option needs a value. */
const ALL = 'all';

const AGE_OPTIONS = [
  { value: ALL, label: 'Any date' },
  { value: 'day', label: 'Past day' },
  { value: 'week', label: 'Past week' },
  { value: 'month', label: 'Past month' },
  { value: 'year', label: 'Past year' },
] as const;

const KIND_LABELS: Record<Kind, string> = { page: 'Pages', document: 'Documents', code: 'Code', media: 'Media' };

/** Filters by date, site, and kind; those that could change nothing are left out. Filtering is free. */
export function ResultFilters({
  results,
  filter,
  onFilter,
}: {
  results: readonly SearchResult[];
  filter: ResultFilter;
  onFilter: (filter: ResultFilter) => void;
}) {
  const sites = sitesOf(results);
  const kinds = kindsOf(results);
  const isDated = results.some(({ date }) => !Number.isNaN(Date.parse(date)));
  const isOn = filter.age !== '' || filter.site !== '' || filter.kind !== '';
  const pick = 'w-auto max-w-56';
  return (
    <div role="group" aria-label="Filters" className="flex flex-wrap items-center gap-2">
      {isDated || filter.age !== '' ? (
        <Select
          label="Date"
          value={filter.age || ALL}
          options={AGE_OPTIONS}
          onChange={(age) => onFilter({ ...filter, age: age === ALL ? '' : age })}
          className={pick}
        />
      ) : null}
      {sites.length > 1 || filter.site !== '' ? (
        <Select
          label="Site"
          value={filter.site || ALL}
          options={siteOptions(sites, filter.site)}
          onChange={(site) => onFilter({ ...filter, site: site === ALL ? '' : site })}
          className={pick}
        />
      ) : null}
      {kinds.length > 1 || filter.kind !== '' ? (
        <Select<Kind | typeof ALL>
          label="Kind"
          value={filter.kind || ALL}
          options={[
            { value: ALL, label: 'All kinds' },
            ...kinds.map(({ kind, count }) => ({ value: kind, label: `${KIND_LABELS[kind]} (${count})` })),
            ...absent(kinds, filter.kind),
          ]}
          onChange={(kind) => onFilter({ ...filter, kind: kind === ALL ? '' : kind })}
          className={pick}
        />
      ) : null}
      {isOn ? (
        <Button kind="plain" size="small" onClick={() => onFilter(NO_FILTER)}>
          Clear filters
        </Button>
      ) : null}
    </div>
  );
}

/** The filter of a link may name a site that these results do not have. */
function siteOptions(sites: ReturnType<typeof sitesOf>, chosen: string) {
  const missing = chosen === '' || sites.some(({ site }) => site === chosen) ? [] : [{ site: chosen, count: 0 }];
  return [
    { value: ALL, label: 'All sites' },
    ...[...sites, ...missing].map(({ site, count }) => ({ value: site, label: `${site} (${count})` })),
  ];
}

function absent(kinds: ReturnType<typeof kindsOf>, chosen: Kind | '') {
  if (chosen === '' || kinds.some(({ kind }) => kind === chosen)) return [];
  return [{ value: chosen, label: `${KIND_LABELS[chosen]} (0)` }];
}
