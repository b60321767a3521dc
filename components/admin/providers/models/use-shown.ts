'use client';

import { useState } from 'react';

/** How many are shown at first, and more of them with each click on “Show more”. */
const STEP = 50;

/** The first part of a long list, for the page. */
export function useShown<T>(items: readonly T[]): { shown: readonly T[]; hasMore: boolean; showMore: () => void } {
  const [count, setCount] = useState(STEP);
  return {
    shown: items.slice(0, count),
    hasMore: items.length > count,
    showMore: () => setCount(count + STEP),
  };
}
