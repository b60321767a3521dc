'use client';

import { useState } from 'react';

/**
 * Does what the reader asks for, or tells why it cannot be done.
 * @param whyNot null where it can
 * @returns the words for its place, from the attempt on and as long as the reason stands; and the attempt
 */
export function useAttempt(whyNot: string | null): [told: string | null, attempt: (act: () => void) => void] {
  const [refused, setRefused] = useState(false);
  const attempt = (act: () => void) => {
    setRefused(whyNot !== null);
    if (whyNot === null) act();
  };
  return [refused ? whyNot : null, attempt];
}
