'use client';

import { useState } from 'react';

/**
 * Does what the reader asks for, or tells why it cannot be done.
 * @param blockedReason null where it can
 * @returns the words for its place, from the attempt on and as long as the reason stands; and the attempt
 */
export function useAttempt(blockedReason: string | null): [told: string | null, attempt: (act: () => void) => void] {
  const [message, setMessage] = useState<string | null>(null);
  // Another reason is not told before it is met: an answer that begins elsewhere would speak in all places at once.
  if (message !== null && message !== blockedReason) setMessage(null);
  const attempt = (act: () => void) => {
    setMessage(blockedReason);
    if (blockedReason === null) act();
  };
  return [message === blockedReason ? message : null, attempt];
}
