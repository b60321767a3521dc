'use client';

import { useEffect, useState } from 'react';
import { nextDay } from '@/lib/client/chat/folders/folders';
import { now } from '@/lib/client/now';

/** How often to check for midnight: a timer set for midnight would be missed by a sleeping machine. */
const CHECK_MS = 60_000;

/** The current time, updated only at midnight, in Unix milliseconds: for what changes with the day. */
export function useToday(): number {
  const [at, setAt] = useState(now);
  useEffect(() => {
    const timer = setInterval(() => {
      if (now() >= nextDay(at)) setAt(now());
    }, CHECK_MS);
    return () => clearInterval(timer);
  }, [at]);
  return at;
}
