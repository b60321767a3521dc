'use client';

import { VenetianMask, X } from 'lucide-react';
import { IconButton } from '@/components/ui/icon-button';
import { useChatCharacter } from './use-chat-character';

/** A line above the composer that shows which character answers in this chat. */
export function CharacterLine({ slug, onLeave }: { slug: string; onLeave: (() => void) | null }) {
  const { character, isGone } = useChatCharacter(slug);
  return (
    <p className="mb-2 flex min-h-8 items-center gap-2 text-sm text-muted" data-testid="chat-character">
      <VenetianMask aria-hidden className="size-4 shrink-0" />
      <span className="min-w-0 truncate">
        {isGone ? (
          <>The character “{slug}” no longer exists.</>
        ) : (
          <>
            Answers as <span className="font-medium text-ink">{character?.name ?? slug}</span>
          </>
        )}
      </span>
      {onLeave ? <IconButton label="Remove character" icon={<X />} onClick={onLeave} /> : null}
    </p>
  );
}
