'use client';

import { useState } from 'react';
import { readDraft, writeDraft } from '@/lib/client/chat/drafts';

/** The text of an unsent message: one per key, kept in this tab across reloads. */
export function useDraft(key: string): [text: string, write: (text: string) => void] {
  const [drafts, setDrafts] = useState<Record<string, string>>({});
  const text = drafts[key] ?? readDraft(key);
  const write = (next: string) => {
    setDrafts((before) => ({ ...before, [key]: next }));
    // If the browser refuses, it is only kept in memory.
    writeDraft(key, next);
  };
  return [text, write];
}
