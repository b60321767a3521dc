'use client';

import { useEffect, useEffectEvent, useState } from 'react';

/**
 * Runs an action immediately, or when `pending` ends. Of several deferred ones only the last runs; it is dropped when the
 * component unmounts.
 * @returns whether one is deferred, how to request it, and how to cancel it
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
