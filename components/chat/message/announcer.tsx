'use client';

import { useEffect, useRef, useState } from 'react';
import { isUnderWay } from '@/lib/client/chat/conversation';
import type { ChatMessage } from '@/lib/client/chat/types';
import { spoken, wholeSentencesEnd } from './sentences';

/** The pause between two announcements: screen readers drop text that is replaced too soon. */
const PAUSE_MS = 1_200;

/**
 * Announces an answer sentence by sentence while it streams, repeating nothing. Does not announce what was there
 * before.
 */
export function Announcer({ answer }: { answer: ChatMessage | null }) {
  const [words, setWords] = useState('');
  const latest = useRef(answer);
  const heard = useRef({ id: '', end: 0 });
  useEffect(() => {
    latest.current = answer;
  }, [answer]);

  const id = answer?.id ?? '';
  const growing = answer !== null && isUnderWay(answer);
  useEffect(() => {
    // Answers that were complete when they came into view are not announced.
    if (heard.current.id !== id && !growing) return;
    if (heard.current.id !== id) heard.current = { id, end: latest.current?.continuedAt?.text ?? 0 };
    const speak = () => {
      const fresh = latest.current?.text.slice(heard.current.end) ?? '';
      const end = wholeSentencesEnd(fresh, growing);
      if (end === 0) return;
      heard.current.end += end;
      setWords(spoken(fresh.slice(0, end)));
    };
    const timer = growing ? setInterval(speak, PAUSE_MS) : setTimeout(speak);
    return () => clearTimeout(timer);
  }, [id, growing]);
  return (
    <p aria-live="polite" aria-atomic="true" data-testid="announcer" className="sr-only">
      {words}
    </p>
  );
}
