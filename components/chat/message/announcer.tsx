'use client';

import { useEffect, useRef, useState } from 'react';
import { isUnderWay } from '@/lib/client/chat/conversation';
import type { ChatMessage } from '@/lib/client/chat/types';
import { spoken, wholeSentencesEnd } from './sentences';

/** A pause between two announcements: a screen reader drops what is replaced too soon. */
const PAUSE_MS = 700;

/** Reads an answer out as it grows, sentence by sentence, without a word twice. Says nothing of what stood there before. */
export function Announcer({ answer }: { answer: ChatMessage | null }) {
  const [words, setWords] = useState('');
  const heard = useRef({ id: '', end: 0 });
  useEffect(() => {
    if (!answer) return;
    const growing = isUnderWay(answer);
    if (heard.current.id !== answer.id) {
      if (!growing) return;
      heard.current = { id: answer.id, end: 0 };
    }
    const timer = setTimeout(
      () => {
        const end = wholeSentencesEnd(answer.text, growing);
        if (end <= heard.current.end) return;
        setWords(spoken(answer.text.slice(heard.current.end, end)));
        heard.current.end = end;
      },
      growing ? PAUSE_MS : 0,
    );
    return () => clearTimeout(timer);
  }, [answer]);
  return (
    <p aria-live="polite" aria-atomic="true" data-testid="announcer" className="sr-only">
      {words}
    </p>
  );
}
