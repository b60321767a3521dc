'use client';

import { useEffect, useState } from 'react';
import { drawDiagram, type Drawing } from '@/lib/client/diagram/draw-diagram';

/**
 * Draws a diagram; null until it is drawn. When the theme changes, the earlier drawing stays until the new one is ready.
 */
export function useDiagram(source: string, dark: boolean): { drawing: Drawing; dark: boolean } | null {
  const [drawn, setDrawn] = useState<{ source: string; drawing: Drawing; dark: boolean } | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const show = async () => {
      const drawing = await drawDiagram(source, dark, signal);
      if (!signal.aborted) setDrawn({ source, drawing, dark });
    };
    show().catch((thrown: unknown) => {
      if (!signal.aborted) throw thrown;
    });
    return () => controller.abort();
  }, [source, dark]);
  return drawn?.source === source ? drawn : null;
}
