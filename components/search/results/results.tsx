'use client';

import { MessageSquare } from 'lucide-react';
import { useImperativeHandle, useState, type RefObject } from 'react';
import { Button } from '@/components/ui/button';
import { formatCount } from '@/components/ui/show/count-text';
import { now } from '@/lib/client/now';
import { MAX_SOURCES } from '@/lib/client/search/ask-draft';
import { filterResults, NO_FILTER, type ResultFilter } from '@/lib/client/search/filter-results';
import type { SearchAnswer, SearchResult } from '@/lib/client/search/types';
import { askLabel, keysText, type ReadPrice } from './labels';
import { PaidLine } from './paid-line';
import { ResultCard } from './result-card';
import { ResultFilters } from './result-filters';
import { useResultKeys } from './use-result-keys';

/** Lets the search field lead into the results. */
export type ResultsHandle = { focusFirst: () => void };

/**
 * The results of a search with their filters.
 * @param priceOf what reading a result costs
 * @param canSwitch whether there is another engine
 * @param onUp called for the arrow key that leads out of the first result
 * @param onAsk asks a chat about some results
 */
export function Results({
  answer,
  filter,
  priceOf,
  canSwitch,
  handle,
  onFilter,
  onRead,
  onAsk,
  onUp,
}: {
  answer: SearchAnswer;
  filter: ResultFilter;
  priceOf: (result: SearchResult) => ReadPrice;
  canSwitch: boolean;
  handle: RefObject<ResultsHandle | null>;
  onFilter: (filter: ResultFilter) => void;
  onRead: (result: SearchResult) => void;
  onAsk: (results: readonly SearchResult[]) => void;
  onUp: () => void;
}) {
  const { results, query, paid } = answer;
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [shownAt] = useState(now);
  const { shown, undated } = filterResults(results, filter, shownAt);
  const { list, onKeyDown, focusFirst } = useResultKeys(onUp, (index) => {
    const result = shown[index];
    if (result) onRead(result);
  });
  useImperativeHandle(handle, () => ({ focusFirst }));
  const choose = (url: string, isChosen: boolean) => {
    const next = new Set(chosen);
    if (isChosen) next.add(url);
    else next.delete(url);
    setChosen(next);
  };
  const picked = shown.filter(({ url }) => chosen.has(url));
  const asked = (picked.length > 0 ? picked : shown).slice(0, MAX_SOURCES);
  const count = results.length === 1 ? '1 result' : `${formatCount(results.length)} results`;
  return (
    <section aria-labelledby="search-results" className="min-w-0">
      <h2 id="search-results" className="sr-only">
        Results
      </h2>
      <p role="status" className="sr-only">
        {`${count} for ${query}`}
      </p>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <PaidLine what={count} paid={paid} />
        {asked.length === 0 ? null : (
          <Button onClick={() => onAsk(asked)}>
            <MessageSquare aria-hidden />
            {askLabel(asked.length, picked.length > 0, shown.length)}
          </Button>
        )}
      </div>
      {results.length === 0 ? (
        <NothingFound query={query} canSwitch={canSwitch} />
      ) : (
        <>
          <div className="my-3">
            <ResultFilters results={results} filter={filter} onFilter={onFilter} />
          </div>
          {undated > 0 ? (
            <p className="mb-2 text-sm text-muted">
              {undated === 1 ? '1 result without a date is hidden.' : `${undated} results without a date are hidden.`}
            </p>
          ) : null}
          {shown.length === 0 ? <AllHidden onClear={() => onFilter(NO_FILTER)} /> : null}
          {/* Keys are handled here for the links inside, which are reached with Tab as well. */}
          <ol ref={list} onKeyDown={onKeyDown}>
            {shown.map((result, at) => (
              // Two results may have the same address.
              <li key={`${result.url} ${at}`}>
                <ResultCard
                  result={result}
                  query={query}
                  price={priceOf(result)}
                  chosen={chosen.has(result.url)}
                  onChoose={(isChosen) => choose(result.url, isChosen)}
                  onRead={() => onRead(result)}
                />
              </li>
            ))}
          </ol>
          <p className="border-t border-line pt-3 text-sm text-muted pointer-coarse:hidden">
            {keysText(shown.map(priceOf))}
          </p>
        </>
      )}
    </section>
  );
}

function NothingFound({ query, canSwitch }: { query: string; canSwitch: boolean }) {
  return (
    <div className="border-t border-line py-6">
      <h2 className="text-base font-semibold">No results</h2>
      <p className="mt-1 max-w-prose text-muted wrap-anywhere">
        Nothing was found for “{query}”. Try fewer or more general words{canSwitch ? ', or the other engine' : ''}.
      </p>
    </div>
  );
}

function AllHidden({ onClear }: { onClear: () => void }) {
  return (
    <div className="border-t border-line py-6">
      <p className="text-muted">The filters hide all results.</p>
      <Button size="small" className="mt-3" onClick={onClear}>
        Show all
      </Button>
    </div>
  );
}
