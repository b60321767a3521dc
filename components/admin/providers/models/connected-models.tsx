'use client';

import { Search } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Field, Input } from '@/components/ui/field';
import { Badge } from '@/components/ui/show/badge';
import { EmptyState } from '@/components/ui/show/empty-state';
import type { Column } from '@/components/ui/show/table/column';
import { DataTable } from '@/components/ui/show/table/data-table';
import type { ConnectedModelView, ProvidersView } from '@/lib/connected/contract';
import { UnreadableModels } from './unreadable-models';
import { useShown } from './use-shown';

/** With fewer models, nobody needs a search. */
const SEARCH_FROM = 10;

/** The models of connected providers, with what they cost and who answers. */
export function ConnectedModels({
  view: { models, unreadable, defaultModel },
  onOpen,
}: {
  view: ProvidersView;
  onOpen: (key: string) => void;
}) {
  const [search, setSearch] = useState('');
  const found = matching(models, search);
  const { shown, hasMore, showMore } = useShown(found);
  return (
    <section aria-labelledby="connected-models" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id="connected-models" className="text-base font-semibold">
          Models
        </h2>
        {models.length < SEARCH_FROM ? null : (
          <Field label="Search models" hideLabel className="w-full sm:w-80">
            <div className="relative">
              <Search aria-hidden className="pointer-events-none absolute inset-y-0 left-3 my-auto text-muted" />
              <Input
                type="search"
                placeholder="ID, name, alias, or provider"
                value={search}
                spellCheck={false}
                onChange={(event) => setSearch(event.target.value)}
                className="pl-9"
              />
            </div>
          </Field>
        )}
      </div>
      {models.length > 0 && shown.length === 0 ? (
        <EmptyState
          title="No models match"
          sentence={<span className="wrap-anywhere">No results for “{search}”.</span>}
          action={<Button onClick={() => setSearch('')}>Show all</Button>}
        />
      ) : null}
      {shown.length === 0 ? null : (
        <DataTable
          label="Models of connected providers"
          columns={columnsOf(defaultModel?.id ?? null, onOpen)}
          rows={shown}
          rowKey={({ key }) => key}
          onRowClick={({ key }) => onOpen(key)}
        />
      )}
      {hasMore ? (
        <Button size="small" className="self-start" onClick={showMore}>
          Show more
        </Button>
      ) : null}
      <UnreadableModels models={unreadable} onOpen={onOpen} />
    </section>
  );
}

function matching(models: ConnectedModelView[], search: string): ConnectedModelView[] {
  const wanted = search.trim().toLowerCase();
  return models.filter(({ id, name, aliases, upstreams }) =>
    [id, name, ...aliases, ...upstreams.map(({ provider }) => provider)].some((text) =>
      text.toLowerCase().includes(wanted),
    ),
  );
}

const columnsOf = (defaultId: string | null, onOpen: (key: string) => void): Column<ConnectedModelView>[] => [
  {
    head: 'Model',
    cellClassName: 'w-full max-w-0 min-w-40',
    cell: (model) => <Name model={model} isDefault={model.id === defaultId} onOpen={() => onOpen(model.key)} />,
  },
  {
    head: 'Input, per million',
    figures: true,
    className: 'hidden sm:table-cell',
    cell: ({ price }) => `$${price.input}`,
  },
  {
    head: 'Output, per million',
    figures: true,
    className: 'hidden sm:table-cell',
    cell: ({ price }) => `$${price.output}`,
  },
  { head: 'Class', className: 'hidden md:table-cell', cell: ({ class: size }) => size },
  {
    head: 'Providers',
    className: 'hidden md:table-cell',
    cellClassName: 'min-w-40 text-muted',
    cell: ({ upstreams }) => upstreams.map(({ provider }) => provider).join(', then '),
  },
];

function Name({
  model,
  isDefault,
  onOpen,
}: {
  model: ConnectedModelView;
  /** Of all that is served. */
  isDefault: boolean;
  onOpen: () => void;
}) {
  const { id, name, price, problem, upstreams } = model;
  return (
    <>
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <button
          type="button"
          aria-haspopup="dialog"
          title={id}
          onClick={onOpen}
          className="max-w-full min-w-0 truncate rounded-control text-left font-medium pointer-coarse:min-h-touch"
        >
          {id}
        </button>
        {name === id ? null : <span className="max-w-48 truncate text-sm text-muted">{name}</span>}
        {isDefault ? <Badge tone="ink">Default</Badge> : null}
        {problem === null ? null : <Badge tone="warn">Not served</Badge>}
      </span>
      <span className="mt-0.5 flex flex-wrap gap-x-2 text-xs text-muted md:hidden">
        <span className="figure-text sm:hidden">
          ${price.input} / ${price.output}
        </span>
        <span>{upstreams.map(({ provider }) => provider).join(', then ')}</span>
      </span>
      {problem === null ? null : <span className="mt-0.5 block text-sm wrap-anywhere text-warn">{problem}</span>}
    </>
  );
}
