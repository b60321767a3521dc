'use client';

import { useQuery } from '@tanstack/react-query';
import { VenetianMask, X } from 'lucide-react';
import { IconButton } from '@/components/ui/icon-button';
import type { FoundCharacter } from '@/lib/characters/contract';
import { apiFetch } from '@/lib/client/api';
import { isApiFailure } from '@/lib/client/failure';

/** A line above the composer that shows which character answers in this chat. */
export function CharacterLine({ slug, onLeave }: { slug: string; onLeave: (() => void) | null }) {
  const { data, error } = useQuery({
    queryKey: ['character', slug],
    queryFn: ({ signal }) => apiFetch<FoundCharacter>(`/api/v1/characters/${encodeURIComponent(slug)}`, { signal }),
    staleTime: 60_000,
    retry: (count, failure) => count < 2 && !(isApiFailure(failure) && failure.status === 404),
  });
  const isGone = isApiFailure(error) && error.status === 404;
  return (
    <p className="mb-2 flex min-h-8 items-center gap-2 text-sm text-muted" data-testid="chat-character">
      <VenetianMask aria-hidden className="size-4 shrink-0" />
      <span className="min-w-0 truncate">
        {isGone ? (
          <>The character “{slug}” no longer exists.</>
        ) : (
          <>
            Answers as <span className="font-medium text-ink">{data?.data.name ?? slug}</span>
          </>
        )}
      </span>
      {onLeave ? <IconButton label="Remove character" icon={<X />} onClick={onLeave} /> : null}
    </p>
  );
}
