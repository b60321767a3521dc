'use client';

import { useState } from 'react';
import { isUnderWay } from '@/lib/client/chat/conversation';
import type { ChatMessage } from '@/lib/client/chat/types';

/** A column's last answer, and the name of its model. */
export type ColumnAnswer = { name: string; answer: ChatMessage };

/**
 * Announces each answer of a comparison when it is complete: announced as they stream, they would interleave. Failures
 * announce themselves. Answers from before the page opened are not announced.
 */
export function AnswersAnnouncer({ answers }: { answers: readonly ColumnAnswer[] }) {
  // The answers that were streaming at some point.
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
