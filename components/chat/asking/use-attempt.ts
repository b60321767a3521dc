'use client';

import { useState } from 'react';

/**
 * Does what the reader asks for, or tells why it cannot be done.
 * @param whyNot null where it can
 * @returns the words for its place, from the attempt on and as long as the reason stands; and the attempt
 */
export function useAttempt(whyNot: string | null): [told: string | null, attempt: (act: () => void) => void] {
  const [told, setTold] = useState<string | null>(null);
  // Another reason is not told before it is met: an answer that begins elsewhere would speak in all places at once.
  if (told !== null && told !== whyNot) setTold(null);
  const attempt = (act: () => void) => {
    setTold(whyNot);
    if (whyNot === null) act();
  };
  return [told === whyNot ? told : null, attempt];
}
