'use client';

import { useEffect, useState } from 'react';
import { nextDay } from '@/lib/client/chat/list/folders';
import { now } from '@/lib/client/now';

/** Longest wait for midnight: a machine that slept has missed it. */
const LOOK_AGAIN_MS = 60_000;

/** The time as of the last midnight or the first look, in milliseconds since 1970: for what changes with the day. */
export function useToday(): number {
  const [at, setAt] = useState(now);
  useEffect(() => {
    const timer = setInterval(() => {
      if (now() >= nextDay(at)) setAt(now());
    }, LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [at]);
  return at;
}
