'use client';

import { FailureNotice } from '@/components/frame/failure-notice';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/show/empty-state';
import { useDebounced } from '@/components/ui/use-debounced';
import { useCharacters } from '../use-characters';
import type { useCharactersLocation } from '../use-characters-location';
import { CharacterCard, PendingCard } from './character-card';
import { Filters } from './filters';

const GRID = 'grid grid-cols-[repeat(auto-fill,minmax(min(17rem,100%),1fr))] gap-3';

/** The public characters: search, sort order, and cards. */
export function BrowsePanel({
  here,
  onCreate,
}: {
  here: ReturnType<typeof useCharactersLocation>;
  onCreate: () => void;
}) {
  const { location, change, open } = here;
  const search = useDebounced(location.search);
  const characters = useCharacters({ ...location, search });
  const found = characters.data?.pages.flat() ?? [];
  const narrowed = location.search !== '' || location.order !== '' || location.adult;
  const clear = () => change({ q: '', sort: '', adult: '' });
  return (
    <div className="flex flex-col gap-4">
      <Filters location={location} onChange={change} />
      {characters.isError ? (
        <FailureNotice
          failure={characters.error}
          what={characters.data ? 'This list may be out of date.' : 'The characters could not be loaded.'}
          onRetry={() => void characters.refetch()}
        />
      ) : null}
      <p role="status" className="sr-only">
        {characters.isSuccess && !characters.isPlaceholderData ? `${found.length} characters shown` : ''}
      </p>
      {characters.isPending ? (
        <ul aria-label="Characters" aria-busy className={GRID}>
          {[0, 1, 2, 3, 4, 5].map((card) => (
            <PendingCard key={card} />
          ))}
        </ul>
      ) : null}
      {characters.data && found.length === 0 ? (
        narrowed ? (
          <EmptyState
            title="No characters match"
            sentence={
              location.search
                ? `No results for “${location.search}” with these filters.`
                : 'Nothing matches these filters.'
            }
            action={<Button onClick={clear}>Show all</Button>}
          />
        ) : (
          <EmptyState
            title="No characters yet"
            sentence="Nobody has published one here yet. Be the first."
            action={<Button onClick={onCreate}>Create character</Button>}
          />
        )
      ) : null}
      {found.length > 0 ? (
        <ul aria-label="Characters" aria-busy={characters.isPlaceholderData || undefined} className={GRID}>
          {found.map((character) => (
            <CharacterCard key={character.id} character={character} onOpen={() => open(character.slug)} />
          ))}
        </ul>
      ) : null}
      {characters.hasNextPage ? (
        <Button
          size="small"
          className="self-start"
          busy={characters.isFetchingNextPage}
          onClick={() => void characters.fetchNextPage()}
        >
          {characters.isFetchingNextPage ? 'Loading more' : 'Show more'}
        </Button>
      ) : null}
    </div>
  );
}
