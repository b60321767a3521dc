'use client';

import { lazy, useRef, useState, type ReactNode } from 'react';
import { useGo } from '@/components/frame/navigation/use-go';
import { PageColumn, PageHeader } from '@/components/frame/page-header';
import { ChunkBoundary } from '@/components/ui/lazy/chunk-boundary';
import { useOverlayPreload } from '@/components/ui/overlay/use-overlay-preload';
import { draftKeyOf, readDraft, writeDraft } from '@/lib/client/chat/drafts';
import { askDraft } from '@/lib/client/search/ask-draft';
import { hasChoice, searchedName } from '@/lib/client/search/engines';
import { hostOf, titleOf } from '@/lib/client/search/excerpt';
import { ownDocumentOf } from '@/lib/client/search/own-document';
import { keyOf, runSearch, stopRequest, type SearchState, type SearchStore } from '@/lib/client/search/store';
import type { Asked, SearchAnswer, SearchResult } from '@/lib/client/search/types';
import { Documents } from './documents/documents';
import { SearchForm } from './form/search-form';
import { SearchHistory } from './history/search-history';
import { PendingResults } from './results/pending-results';
import { Results, type ResultsHandle } from './results/results';
import { SearchFailure } from './results/search-failure';
import { Examples, NotSearched } from './start/start';
import { useEngines } from './state/use-engines';
import { useReading } from './state/use-reading';
import { useSearchAddress } from './state/use-search-address';
import { useSearches } from './state/use-searches';

// Loaded when first opened, to keep the page itself fast.
const Reader = lazy(() => import('./reader/reader'));
const DocumentReader = lazy(() => import('./documents/document-reader'));

/** Web search: the query, its results, a reader for pages, the account's documents, and the history of this browser. */
export function SearchPage({ accountId }: { accountId: string }) {
  useOverlayPreload();
  const { store, state } = useSearches(accountId);
  const { asked, filter, reading, document, visit, filterBy, openReader, openDocument, closeReader } =
    useSearchAddress();
  const field = useRef<HTMLInputElement>(null);
  const results = useRef<ResultsHandle>(null);
  const ask = useAsk(accountId, state);
  const [reader, setReader] = useState(false);
  if (reading !== null && !reader) setReader(true);
  const [documents, setDocuments] = useState(false);
  if (document !== null && !documents) setDocuments(true);

  const key = keyOf(asked);
  const answer = state.answers.get(key) ?? null;
  const engines = useEngines();
  const { isFree, priceOf, read, readWeb } = useReading(store, state, answer, engines);
  const running = state.requests.get(key)?.state === 'running';
  const search = (next: Asked) => {
    if (!store) return;
    visit(next);
    void runSearch(store, next);
  };
  const readResult = ({ url }: SearchResult) => {
    if (hostOf(url) === null) return;
    const own = ownDocumentOf(url, window.location.origin);
    if (own !== null) return openDocument(own);
    openReader(url);
    read(url);
  };
  return (
    <PageColumn>
      <PageHeader
        title="Search"
        sentence={`${engines ? `Searches ${searchedName(engines)}. ` : ''}Queries are kept in this browser only.`}
      />
      <SearchForm
        field={field}
        asked={asked}
        engines={engines}
        running={running}
        known={answer !== null}
        onSearch={search}
        onStop={() => store && stopRequest(store, key)}
        onDown={() => results.current?.focusFirst()}
      />
      <div className="grid gap-x-12 gap-y-8 xl:grid-cols-[minmax(0,1fr)_17rem]">
        <Main
          store={store}
          state={state}
          asked={asked}
          isFree={engines?.[asked.engine] === 'index'}
          onSearch={search}
          show={(found) => (
            <Results
              // Selections belong to one answer.
              key={`${key} ${found.paid.at}`}
              answer={found}
              filter={filter}
              priceOf={priceOf}
              canSwitch={hasChoice(engines)}
              handle={results}
              onFilter={filterBy}
              onRead={readResult}
              onAsk={(sources) => ask(asked.query, sources)}
              onUp={() => field.current?.focus()}
            />
          )}
        />
        <div className="flex min-w-0 flex-col gap-8">
          <Documents onOpen={openDocument} />
          {store ? <SearchHistory store={store} searches={state.searches} onOpen={visit} /> : null}
        </div>
      </div>
      <ChunkBoundary>
        {reader ? (
          <Reader
            url={reading}
            title={readerTitle(answer, reading)}
            page={reading === null ? null : (state.pages.get(reading) ?? null)}
            request={reading === null ? null : (state.requests.get(reading) ?? null)}
            isFree={reading !== null && isFree(reading)}
            onRead={() => reading !== null && read(reading)}
            onReadWeb={reading === null ? null : readWeb(reading)}
            onAsk={() => reading !== null && ask(asked.query, [sourceOf(answer, reading)])}
            onClose={closeReader}
          />
        ) : null}
        {documents ? <DocumentReader id={document} onClose={closeReader} /> : null}
      </ChunkBoundary>
    </PageColumn>
  );
}

/** The part below the form, by the state of the search in the URL. `isFree`: whether reading results is. */
function Main({
  store,
  state,
  asked,
  isFree,
  onSearch,
  show,
}: {
  store: SearchStore | null;
  state: SearchState;
  asked: Asked;
  isFree: boolean;
  onSearch: (asked: Asked) => void;
  show: (answer: SearchAnswer) => ReactNode;
}) {
  const key = keyOf(asked);
  const request = state.requests.get(key);
  const answer = state.answers.get(key);
  if (asked.query === '') return <Examples isFree={isFree} onChoose={(query) => onSearch({ ...asked, query })} />;
  // What this tab has kept is known only after hydration.
  if (!store || request?.state === 'running') return <PendingResults />;
  if (request) {
    return (
      <div className="min-w-0">
        <SearchFailure failure={request.failure} what="The search failed." onRetry={() => onSearch(asked)} />
      </div>
    );
  }
  return answer ? show(answer) : <NotSearched asked={asked} onSearch={() => onSearch(asked)} />;
}

/** Opens a new chat whose draft asks about some results. */
function useAsk(accountId: string, { pages }: SearchState) {
  const go = useGo();
  return (query: string, results: readonly SearchResult[]) => {
    const sources = results.map((result) => ({ ...result, page: pages.get(result.url)?.content }));
    const draft = draftKeyOf(accountId, null);
    // What was written before stays, above.
    const before = readDraft(draft).trim();
    writeDraft(draft, [before, askDraft(query, sources)].filter((part) => part !== '').join('\n\n'));
    go('/chat');
  };
}

/** A result by its address; one that only the URL names has neither title nor excerpt. */
function sourceOf(answer: SearchAnswer | null, url: string): SearchResult {
  return answer?.results.find((result) => result.url === url) ?? { title: '', url, content: '', date: '' };
}

function readerTitle(answer: SearchAnswer | null, url: string | null): string {
  return url === null ? 'Page' : titleOf(sourceOf(answer, url));
}
