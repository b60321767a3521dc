'use client';

import { Search } from 'lucide-react';
import { useRef, useState } from 'react';
import { authorText } from '@/components/characters/author-text';
import { useCharacters } from '@/components/characters/use-characters';
import { Monogram } from '@/components/characters/monogram';
import { FailureNotice } from '@/components/frame/failure-notice';
import { Button, ButtonLink } from '@/components/ui/button';
import { Field, Input } from '@/components/ui/field';
import { Dialog } from '@/components/ui/overlay/dialog';
import { EmptyState } from '@/components/ui/show/empty-state';
import { Skeleton } from '@/components/ui/show/skeleton';
import { shownServiceId } from '@/lib/client/service-id';
import { useDebounced } from '@/components/ui/use-debounced';
import type { Character } from '@/lib/characters/contract';

const MAX_SEARCH_CHARACTERS = 200;

/** Lists the published characters to choose one for a new chat. */
export default function CharacterPicker({
  open,
  onOpenChange,
  onChoose,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onChoose: (slug: string) => void;
}) {
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      initialFocus={field}
      title="Choose a character"
      description="It answers in this chat from the first message."
      footer={
        <ButtonLink href="/characters" kind="plain">
          All characters
        </ButtonLink>
      }
    >
      <Field label="Search characters" hideLabel>
        <div className="relative">
          <Search aria-hidden className="pointer-events-none absolute inset-y-0 left-3 my-auto text-muted" />
          <Input
            ref={field}
            type="search"
            autoComplete="off"
            placeholder="Name, keyword, or #tag"
            value={typed}
            maxLength={MAX_SEARCH_CHARACTERS}
            onChange={({ target }) => setTyped(target.value)}
            className="pl-9"
          />
        </div>
      </Field>
      {/* As tall as the loaded list, to avoid layout shift. */}
      <div className="mt-3 h-80 overflow-y-auto overscroll-contain" data-testid="character-list">
        <Found search={useDebounced(typed)} onChoose={onChoose} />
      </div>
    </Dialog>
  );
}

function Found({ search, onChoose }: { search: string; onChoose: (slug: string) => void }) {
  const characters = useCharacters({ search, order: '', adult: false });
  const found = characters.data?.pages.flat() ?? [];
  return (
    <>
      {characters.isError ? (
        <FailureNotice
          failure={characters.error}
          what="The characters could not be loaded."
          onRetry={() => void characters.refetch()}
        />
      ) : null}
      <p role="status" className="sr-only">
        {characters.isSuccess && !characters.isPlaceholderData ? `${found.length} characters shown` : ''}
      </p>
      {characters.isPending ? <Pending /> : null}
      {characters.data && found.length === 0 ? (
        <EmptyState
          title={search === '' ? 'No characters yet' : 'No characters match'}
          sentence={search === '' ? 'Nobody has published one here yet.' : `No results for “${search}”.`}
        />
      ) : null}
      {found.length > 0 ? (
        <ul aria-label="Characters" aria-busy={characters.isPlaceholderData || undefined}>
          {found.map((character) => (
            <CharacterRow key={character.id} character={character} onChoose={() => onChoose(character.slug)} />
          ))}
        </ul>
      ) : null}
      {characters.hasNextPage ? (
        <Button size="small" busy={characters.isFetchingNextPage} onClick={() => void characters.fetchNextPage()}>
          {characters.isFetchingNextPage ? 'Loading more' : 'Show more'}
        </Button>
      ) : null}
    </>
  );
}

function CharacterRow({ character, onChoose }: { character: Character; onChoose: () => void }) {
  const { name, description, author } = character;
  return (
    <li>
      <button
        type="button"
        onClick={onChoose}
        className="flex w-full items-center gap-3 rounded-control p-2 text-left -outline-offset-2 transition-[background-color] hover:bg-ink/6"
      >
        <Monogram character={character} />
        <span className="min-w-0 flex-1">
          <span className="block truncate font-medium">{name}</span>
          <span className="block truncate text-sm text-muted">
            {description ?? authorText(author, shownServiceId())}
          </span>
        </span>
      </button>
    </li>
  );
}

function Pending() {
  return (
    <ul aria-label="Characters" aria-busy>
      {[0, 1, 2, 3].map((row) => (
        <li key={row} className="flex items-center gap-3 p-2">
          <Skeleton className="size-10 rounded-panel" />
          <span className="flex flex-1 flex-col gap-1.5">
            <Skeleton className="w-32" />
            <Skeleton className="h-3 w-56" />
          </span>
        </li>
      ))}
    </ul>
  );
}
