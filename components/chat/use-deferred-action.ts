'use client';

import { useEffect, useEffectEvent, useState } from 'react';

/**
 * Does what is asked for as soon as what it needs is there: at once, or when `pending` ends. Of several wishes the last counts;
 * one is dropped when its component goes.
 * @returns whether a wish waits, how to make one, and how to drop it
 */
export function useDeferredAction<T>(
  pending: boolean,
  act: (given: T) => void,
): [waiting: boolean, ask: (given: T) => void, drop: () => void] {
  const [deferred, setDeferred] = useState<{ given: T } | null>(null);
  const run = useEffectEvent(() => {
    if (!deferred) return;
    setDeferred(null);
    act(deferred.given);
  });
  useEffect(() => {
    if (pending) return;
    const timer = setTimeout(run);
    return () => clearTimeout(timer);
  }, [pending]);
  return [
    pending && deferred !== null,
    (given) => (pending ? setDeferred({ given }) : act(given)),
    () => setDeferred(null),
  ];
}
