'use client';

import { Search } from 'lucide-react';
import { useId, useState, type KeyboardEvent, type RefObject } from 'react';
import { Button } from '@/components/ui/button';
import { Select } from '@/components/ui/select';
import type { SearchEngines } from '@/lib/augment/contract';
import { formatMoney } from '@/components/ui/show/money-text';
import { engineLabel, hasChoice, searchedName } from '@/lib/client/search/engines';
import { MAX_QUERY, SEARCH_USD } from '@/lib/client/search/prices';
import { ENGINES, type Asked } from '@/lib/client/search/types';

const optionsOf = (engines: SearchEngines) =>
  ENGINES.map((value) => ({ value, label: engineLabel(engines, value), note: `search_provider: ${value}` }));

/**
 * The query, the engine, and the button with the price.
 * @param asked the search in the URL, which the fields start with
 * @param engines which ones search here; null until that is known
 * @param running whether it runs now
 * @param known whether its results are here already
 * @param onDown called for the arrow key that leads into the results
 */
export function SearchForm({
  field,
  asked,
  engines,
  running,
  known,
  onSearch,
  onStop,
  onDown,
}: {
  field: RefObject<HTMLInputElement | null>;
  asked: Asked;
  engines: SearchEngines | null;
  running: boolean;
  known: boolean;
  onSearch: (asked: Asked) => void;
  onStop: () => void;
  onDown: () => void;
}) {
  const [typed, setTyped] = useState(asked);
  const [before, setBefore] = useState(asked);
  const [refused, setRefused] = useState(false);
  const refusalId = useId();
  // Another search was opened: from the history, or with Back.
  if (before.query !== asked.query || before.engine !== asked.engine) {
    setBefore(asked);
    setTyped(asked);
    setRefused(false);
  }
  const query = typed.query.trim();
  const isSame = query === asked.query && typed.engine === asked.engine;
  const submit = () => {
    setRefused(query === '');
    if (query === '') return field.current?.focus();
    if (!(running && isSame)) onSearch({ ...typed, query });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // A key that is held down has already searched.
    if (event.key === 'Enter' && event.repeat) event.preventDefault();
    if (event.key !== 'ArrowDown') return;
    event.preventDefault();
    onDown();
  };
  return (
    <form
      role="search"
      aria-label="Web"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      className="flex flex-col gap-2"
    >
      <div className="flex flex-wrap gap-2">
        <div className="relative min-w-0 flex-1 basis-72">
          <Search aria-hidden className="pointer-events-none absolute top-1/2 left-3.5 -translate-y-1/2 text-muted" />
          <input
            ref={field}
            type="text"
            role="searchbox"
            aria-label="Query"
            aria-describedby={refused ? refusalId : undefined}
            aria-invalid={refused || undefined}
            placeholder={engines ? `Search ${searchedName(engines, typed.engine)}` : 'Search'}
            autoComplete="off"
            enterKeyHint="search"
            maxLength={MAX_QUERY}
            value={typed.query}
            onChange={(event) => {
              setRefused(false);
              setTyped({ ...typed, query: event.target.value });
            }}
            onKeyDown={onKeyDown}
            className="h-11 w-full rounded-control border border-edge bg-surface pr-3 pl-10 text-lg transition-[border-color] hover:border-muted focus-visible:border-signal"
          />
        </div>
        {hasChoice(engines) ? (
          <Select
            label="Engine"
            value={typed.engine}
            options={optionsOf(engines)}
            onChange={(engine) => setTyped({ ...typed, engine })}
            className="min-h-11 w-44 max-sm:flex-1"
          />
        ) : null}
        {running && isSame ? (
          <Button key="stop" size="large" onClick={onStop} className="max-sm:flex-1">
            Stop
          </Button>
        ) : (
          <Button key="search" type="submit" kind="primary" size="large" className="max-sm:flex-1">
            {known && isSame ? 'Search again' : 'Search'} · {formatMoney(SEARCH_USD, 'USD', { exact: true })}
          </Button>
        )}
      </div>
      {refused ? (
        <p id={refusalId} role="alert" className="text-sm text-stop">
          Type what to search for.
        </p>
      ) : null}
    </form>
  );
}
