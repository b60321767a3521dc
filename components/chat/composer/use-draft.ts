'use client';

import { useState } from 'react';

/** The text of an unsent message: one per key, kept in this tab across reloads. */
export function useDraft(key: string): [text: string, write: (text: string) => void] {
  const [drafts, setDrafts] = useState<Record<string, string>>({});
  const text = drafts[key] ?? read(key);
  const write = (next: string) => {
    setDrafts((before) => ({ ...before, [key]: next }));
    try {
      if (next === '') sessionStorage.removeItem(nameOf(key));
      else sessionStorage.setItem(nameOf(key), next);
    } catch {
      // Then it is only kept in memory.
    }
  };
  return [text, write];
}

const nameOf = (key: string) => `farebox-draft-${key}`;

function read(key: string): string {
  try {
    return sessionStorage.getItem(nameOf(key)) ?? '';
  } catch {
    return '';
  }
}
