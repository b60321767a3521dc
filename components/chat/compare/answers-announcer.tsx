'use client';

import { useState } from 'react';
import { isUnderWay } from '@/lib/client/chat/conversation';
import type { ChatMessage } from '@/lib/client/chat/types';

/** The last answer of a column, and the name of its model. */
export type ColumnAnswer = { name: string; answer: ChatMessage };

/**
 * Says of each answer of a comparison once that it has come: read out as they grow they would interleave. A failure says
 * itself. Nothing is said of what stood there before.
 */
export function AnswersAnnouncer({ answers }: { answers: readonly ColumnAnswer[] }) {
  // Those that were seen growing.
  const [seen, setSeen] = useState<readonly string[]>([]);
  const fresh = answers.filter(({ answer }) => isUnderWay(answer) && !seen.includes(answer.id));
  if (fresh.length > 0) setSeen([...seen, ...fresh.map(({ answer }) => answer.id)]);
  const ended = answers.filter(({ answer }) => seen.includes(answer.id) && !isUnderWay(answer));
  return (
    <div aria-live="polite" aria-relevant="additions" data-testid="answers-announcer" className="sr-only">
      {ended.map(({ name, answer: { id, state } }) =>
        state === 'failed' ? null : (
          <p key={id}>{state === 'complete' ? `${name} has answered.` : `${name} was stopped.`}</p>
        ),
      )}
    </div>
  );
}
