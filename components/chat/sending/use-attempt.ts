'use client';

import { useState } from 'react';

/**
 * Runs an action, or shows why it is not possible.
 * @param blockedReason null if it is possible
 * @returns the message to show, from the attempt until the reason changes; and a function that attempts an action
 */
export function useAttempt(blockedReason: string | null): [refusal: string | null, attempt: (act: () => void) => void] {
  const [message, setMessage] = useState<string | null>(null);
  // A new reason is only shown after an attempt; otherwise an answer that starts elsewhere would show it everywhere at
  // once.
  if (message !== null && message !== blockedReason) setMessage(null);
  const attempt = (act: () => void) => {
    setMessage(blockedReason);
    if (blockedReason === null) act();
  };
  return [message === blockedReason ? message : null, attempt];
}
