'use client';

import { useEffect, useEffectEvent, useState } from 'react';

/**
 * Does what is asked for as soon as what it needs is there: at once, or when `pending` ends. Of several wishes the last counts;
 * one is dropped when its component goes.
 * @returns whether a wish waits, how to make one, and how to drop it
 */
export function useWhenThere<T>(
  pending: boolean,
  act: (given: T) => void,
): [waiting: boolean, ask: (given: T) => void, drop: () => void] {
  const [wish, setWish] = useState<{ given: T } | null>(null);
  const fulfil = useEffectEvent(() => {
    if (!wish) return;
    setWish(null);
    act(wish.given);
  });
  useEffect(() => {
    if (pending) return;
    const timer = setTimeout(fulfil);
    return () => clearTimeout(timer);
  }, [pending]);
  return [pending && wish !== null, (given) => (pending ? setWish({ given }) : act(given)), () => setWish(null)];
}
