'use client';

import { useEffect, useRef, useState } from 'react';
import { isUnderWay } from '@/lib/client/chat/conversation';
import { withoutReferences } from '@/lib/client/chat/answer/references';
import { plainText } from '@/lib/client/chat/plain-text';
import { waitingText } from '@/lib/client/chat/answer/web-use';
import type { ChatMessage } from '@/lib/client/chat/types';
import { wholeSentencesEnd } from './sentences';

/** The pause between two announcements: screen readers drop text that is replaced too soon. */
const PAUSE_MS = 1_200;

/**
 * Announces an answer sentence by sentence while it streams, repeating nothing, and before it that the web is searched.
 * Does not announce what was there before.
 */
export function Announcer({ answer }: { answer: ChatMessage | null }) {
  const [text, setText] = useState('');
  const latest = useRef(answer);
  const announced = useRef({ id: '', end: 0 });
  useEffect(() => {
    latest.current = answer;
  }, [answer]);

  const id = answer?.id ?? '';
  const growing = answer !== null && isUnderWay(answer);
  useEffect(() => {
    // Answers that were complete when they came into view are not announced.
    if (announced.current.id !== id && !growing) return;
    if (announced.current.id !== id) announced.current = { id, end: latest.current?.continuedAt?.text ?? 0 };
    const speak = () => {
      const fresh = latest.current?.text.slice(announced.current.end) ?? '';
      const end = wholeSentencesEnd(fresh, growing);
      if (end === 0) return;
      announced.current.end += end;
      const spoken = withoutReferences(fresh.slice(0, end), latest.current?.citations);
      setText(plainText(spoken, 'named'));
    };
    const timer = growing ? setInterval(speak, PAUSE_MS) : setTimeout(speak);
    return () => clearTimeout(timer);
  }, [id, growing]);
  const isLooking = answer?.state === 'waiting' && answer.web !== undefined;
  return (
    <>
      {/* Apart, so that nothing is said again when it ends. */}
      <p role="status" className="sr-only">
        {isLooking ? waitingText(answer) : ''}
      </p>
      <p aria-live="polite" aria-atomic="true" data-testid="announcer" className="sr-only">
        {text}
      </p>
    </>
  );
}
