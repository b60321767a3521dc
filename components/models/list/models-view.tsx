'use client';

import Link from 'next/link';
import type { ReactElement } from 'react';
import { FailureNotice } from '@/components/frame/failure-notice';
import { PageColumn, PageHeader } from '@/components/frame/page-header';
import { formatCount } from '@/components/ui/show/count-text';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/show/empty-state';
import { Tabs } from '@/components/ui/tabs';
import type { WireModel } from '@/lib/models/contract';
import { TYPES, typeLabel, type ModelType } from '../details/types';
import type { MeasuredByModel } from '../details/figures';
import { useFigures } from '../use-figures';
import { useCatalog } from '../use-models';
import { arrangeModels, countFilters, filterModels } from './arrange-models';
import { FilterBar } from './filter-bar';
import { ModelTable } from './model-table';
import type { ModelSort } from './sorts';
import { useModelsLocation } from './use-models-location';

const NOTHING: MeasuredByModel = new Map();
const BY_FIGURES: readonly ModelSort[] = ['first', 'speed', 'uptime', 'used'];

/** The catalog: all served models, their abilities, their prices, and how they do here. */
export function ModelsView({ signedIn }: { signedIn: boolean }) {
  const catalog = useCatalog();
  const { data: models } = catalog;
  const measured = useFigures(signedIn);
  const { location, view, change, clearFilters } = useModelsLocation(signedIn);
  const matching = filterModels(models ?? [], view, measured ?? NOTHING);
  // What depends on the figures waits for them: rows must not change their order by themselves.
  const isReady = measured !== undefined || (!view.used && !BY_FIGURES.includes(view.sort));
  const shown = models && isReady ? arrangeModels(models, view, measured ?? NOTHING) : undefined;
  const order = { sort: view.sort, reversed: view.reversed, onSort: change };
  const panel = (
    <Panel all={models?.length} onClear={clearFilters}>
      {shown?.length === 0 ? null : (
        <ModelTable models={shown} measured={measured} withType={location.type === null} order={order} />
      )}
    </Panel>
  );
  return (
    <PageColumn>
      <PageHeader
        title="Models"
        sentence="The models available here, what they can do, and what they cost. Use any of these IDs as the model of a request."
      />
      {/* Only the server renders this element's content: browsers with JavaScript never show it. */}
      <noscript>
        <p className="text-muted">
          The list needs JavaScript, which is off in this browser. The same list as JSON is at{' '}
          <Link
            href="/api/v1/models?type=all"
            prefetch={false}
            className="font-medium text-ink underline underline-offset-4"
          >
            /api/v1/models?type=all
          </Link>
          .
        </p>
      </noscript>
      {catalog.isError ? (
        <FailureNotice
          failure={catalog.error}
          what={models ? 'This list may be out of date.' : 'The models could not be loaded.'}
          onRetry={() => void catalog.refetch()}
        />
      ) : null}
      {models?.length === 0 ? (
        <EmptyState
          title="No model is available yet"
          sentence="The embedded model is still downloading, or no provider is configured. The server log shows the reason; this page refreshes automatically."
        />
      ) : null}
      {models?.length === 0 || (catalog.isError && !models) ? null : (
        <div className="flex flex-col gap-4 noscript:hidden">
          <FilterBar location={location} filters={countFilters(view)} signedIn={signedIn} onChange={change} />
          <Tabs<ModelType | 'all'>
            label="Model type"
            value={location.type ?? 'all'}
            onChange={(type) => change({ type: type === 'all' ? null : type })}
            aside={
              <p role="status" className="text-sm whitespace-nowrap text-muted tabular-nums max-sm:sr-only">
                {models && shown ? foundLabel(shown.length, models.length) : ''}
              </p>
            }
            items={tabsOf(models ?? [], matching, location.type).map((tab) => ({ ...tab, panel }))}
          />
        </div>
      )}
    </PageColumn>
  );
}

/** The table, or why it is empty. */
function Panel({
  all,
  onClear,
  children,
}: {
  all: number | undefined;
  onClear: () => void;
  children: ReactElement | null;
}) {
  return (
    <div className="pt-4">
      {children ?? (
        <EmptyState
          title="No models match"
          sentence={`None of the ${formatCount(all ?? 0)} models match these filters.`}
          action={<Button onClick={onClear}>Show all models</Button>}
          className="border-t-0 pt-2"
        />
      )}
    </div>
  );
}

/** A tab for all models and one for each served type, with the number of matches. */
function tabsOf(all: WireModel[], matching: WireModel[], chosen: ModelType | null) {
  const served = TYPES.filter((type) => type === chosen || all.some((model) => model.type === type));
  const label = (text: string, count: number) => (
    <>
      {text} <span className="text-xs text-muted tabular-nums">{formatCount(count)}</span>
    </>
  );
  return [
    { value: 'all' as const, label: label('All', matching.length) },
    ...served.map((type) => ({
      value: type,
      label: label(typeLabel(type), matching.filter((model) => model.type === type).length),
    })),
  ];
}

function foundLabel(found: number, all: number): string {
  const text = `${formatCount(all)} ${all === 1 ? 'model' : 'models'}`;
  return found === all ? text : `${formatCount(found)} of ${text}`;
}
