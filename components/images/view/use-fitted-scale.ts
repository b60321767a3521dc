'use client';

import { useLayoutEffect, useState, type RefObject } from 'react';
import { fittedScale } from '@/lib/client/images/zoom';

/**
 * How many times larger than its own pixels an image is shown that fits into a frame; null until it is measured.
 * @param margin between the frame and the image, in pixels
 */
export function useFittedScale(
  frame: RefObject<HTMLElement | null>,
  image: { width: number; height: number },
  margin: number,
): number | null {
  const [size, setSize] = useState<{ width: number; height: number } | null>(null);
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setSize({ width: entry.contentRect.width, height: entry.contentRect.height });
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [frame]);
  return size && fittedScale(image, { width: size.width - 2 * margin, height: size.height - 2 * margin });
}
