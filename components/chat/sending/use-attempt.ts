'use client';

import { useState } from 'react';

/**
 * Does what the reader asks for, or says why it cannot be done.
 * @param blockedReason null where it can
 * @returns the message to show, from the attempt on and as long as the reason holds; and the attempt
 */
export function useAttempt(blockedReason: string | null): [told: string | null, attempt: (act: () => void) => void] {
  const [message, setMessage] = useState<string | null>(null);
  // A new reason is not shown before it is met: an answer that starts elsewhere would show it everywhere at once.
  if (message !== null && message !== blockedReason) setMessage(null);
  const attempt = (act: () => void) => {
    setMessage(blockedReason);
    if (blockedReason === null) act();
  };
  return [message === blockedReason ? message : null, attempt];
}
