'use client';

import { Monogram } from '@/components/characters/monogram';
import { useChatCharacter } from './use-chat-character';

/** Above an answer: the mark and the name of the character that gave it; nothing in a chat without one. */
export function AnswerCharacter({ slug }: { slug: string | null }) {
  const { character } = useChatCharacter(slug);
  if (slug === null) return null;
  const shown = character ?? { slug, name: slug };
  return (
    <p className="mb-1 flex min-w-0 items-center gap-2" data-testid="answer-character">
      <Monogram character={shown} size="small" />
      <span className="truncate font-medium">{shown.name}</span>
    </p>
  );
}
