'use client';

import { useCallback, useState, type RefCallback } from 'react';
import { fittedScale } from '@/lib/client/images/zoom';

/**
 * How many times larger than its own pixels an image is shown that fits into its element.
 * @returns the scale, null until it is measured, and the ref of the element, whose padding does not count
 */
export function useFittedScale(image: {
  width: number;
  height: number;
}): [scale: number | null, ref: RefCallback<HTMLElement>] {
  const [size, setSize] = useState<{ width: number; height: number } | null>(null);
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setSize({ width: entry.contentRect.width, height: entry.contentRect.height });
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [size && fittedScale(image, size), ref];
}
