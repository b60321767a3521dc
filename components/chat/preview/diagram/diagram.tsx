'use client';

import { useTheme } from 'next-themes';
import { useEffectEvent, useLayoutEffect, useMemo, type ReactNode } from 'react';
import type { DiagramImage } from '@/lib/client/diagram/frame/messages';
import { centered } from '../centered';
import { LEAST_SCALE, PreviewFrame } from '../preview-frame';
import { UndrawnReason } from './undrawn-reason';
import { useDiagram } from './use-diagram';

type DiagramProps = { code: string; fallback: ReactNode; onUndrawn?: () => void; className: string };

/** A diagram in the language of Mermaid; its code while it is drawn, and below the reason if it cannot be. */
export function Diagram({ code, fallback, onUndrawn, className }: DiagramProps) {
  const isDark = useTheme().resolvedTheme === 'dark';
  const drawn = useDiagram(code, isDark);
  const undrawn = drawn && 'reason' in drawn.drawing ? drawn.drawing : null;
  const report = useEffectEvent(() => onUndrawn?.());
  // Before the reason is painted: it is only shown to whoever asked for the preview.
  useLayoutEffect(() => {
    if (undrawn) report();
  }, [undrawn]);
  if (drawn === null) return fallback;
  if (!('reason' in drawn.drawing))
    return <DrawnDiagram image={drawn.drawing} dark={drawn.dark} className={className} />;
  return (
    <>
      <UndrawnReason undrawn={drawn.drawing} source={code} />
      {fallback}
    </>
  );
}

function DrawnDiagram({ image, dark, className }: { image: DiagramImage; dark: boolean; className: string }) {
  const html = useMemo(() => {
    const least = `svg{min-width:${Math.round(image.width * LEAST_SCALE)}px}`;
    return centered(image.svg, { dark, style: least });
  }, [image, dark]);
  return <PreviewFrame key={html} page={{ html, size: image }} className={className} />;
}
