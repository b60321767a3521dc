'use client';

import Link from 'next/link';
import { authorText } from '@/components/characters/author-text';
import { Monogram } from '@/components/characters/monogram';
import { ButtonLink } from '@/components/ui/button';
import { Skeleton } from '@/components/ui/show/skeleton';
import { shownServiceId } from '@/lib/client/service-id';
import type { Character } from '@/lib/characters/contract';
import { StarterList } from '../start/starter-list';
import { CHARACTER_STARTERS } from './character-starters';
import { useChatCharacter } from './use-chat-character';

/**
 * Shown before the first message to a character: who it is, and questions that suit it.
 * @param waiting a chosen question waits for the models to load
 */
export default function CharacterStart({
  slug,
  waiting,
  onAsk,
}: {
  slug: string;
  waiting: boolean;
  onAsk: (prompt: string) => void;
}) {
  const { character, isGone } = useChatCharacter(slug);
  if (isGone) return <Gone slug={slug} />;
  return (
    <>
      {character ? <Introduction character={character} /> : <Pending />}
      <StarterList starters={CHARACTER_STARTERS} waiting={waiting} onAsk={onAsk} />
    </>
  );
}

function Introduction({ character }: { character: Character }) {
  const { name, description, author, slug } = character;
  return (
    <div className="flex items-start gap-4">
      <Monogram character={character} size="large" />
      <div className="min-w-0 flex-1">
        <h2 className="text-xl font-semibold wrap-anywhere">{name}</h2>
        <p className="text-sm text-muted">
          {authorText(author, shownServiceId())}
          {' · '}
          <Link
            href={`/characters?character=${encodeURIComponent(slug)}`}
            prefetch={false}
            className="rounded-control underline underline-offset-4 hover:text-ink"
          >
            About this character
          </Link>
        </p>
        {description === null ? null : (
          <p className="mt-2 line-clamp-4 max-w-prose whitespace-pre-line wrap-anywhere">{description}</p>
        )}
      </div>
    </div>
  );
}

function Gone({ slug }: { slug: string }) {
  return (
    <div>
      <h2 className="text-xl font-semibold wrap-anywhere">Character not found</h2>
      <p className="mt-1 mb-4 text-muted wrap-anywhere">
        “{slug}” was unpublished or deleted, or the link is misspelled.
      </p>
      <ButtonLink href="/characters">Show all characters</ButtonLink>
    </div>
  );
}

function Pending() {
  return (
    <div aria-busy className="flex items-start gap-4">
      <Skeleton className="size-14 rounded-panel" />
      <div className="flex flex-1 flex-col gap-2 pt-1">
        <Skeleton className="w-40" />
        <Skeleton className="h-3 w-24" />
        <Skeleton className="h-3 w-64" />
      </div>
    </div>
  );
}
