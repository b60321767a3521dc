'use client';

import { useRef } from 'react';
import { PREVIEW_PATH, SCRIPTED_PREVIEW_PATH } from '@/lib/core/preview-frame';

/** A document; a diagram has a size of its own, in pixels. */
export type ShownPage = { html: string; size?: { width: number; height: number } };

/** Diagrams that would be smaller scroll instead: their labels could not be read. */
export const LEAST_SCALE = 0.7;

/** Higher diagrams scroll, in pixels. */
const MAX_HEIGHT = 4_000;

/**
 * A document in a frame of another origin and without a network (`lib/core/preview-frame.ts`). It takes only one, so
 * another document needs another `key`.
 * @param scripts whether its scripts run: they see nothing of this page, but can take the keyboard
 */
export function PreviewFrame({
  page: { html, size },
  scripts = false,
  className,
}: {
  page: ShownPage;
  scripts?: boolean;
  className: string;
}) {
  const sent = useRef(false);
  const frame = useRef<HTMLIFrameElement>(null);
  const send = () => {
    // Writing the document fires the event again.
    if (sent.current) return;
    sent.current = true;
    // The frame's origin is opaque, so it cannot be named.
    frame.current?.contentWindow?.postMessage(html, '*');
  };
  return (
    <iframe
      ref={frame}
      src={scripts ? SCRIPTED_PREVIEW_PATH : PREVIEW_PATH}
      sandbox="allow-scripts"
      referrerPolicy="no-referrer"
      title="Preview"
      onLoad={send}
      // As high as the diagram is at this width.
      style={
        size && {
          height: 'auto',
          aspectRatio: `${size.width} / ${size.height}`,
          minHeight: Math.min(size.height * LEAST_SCALE, MAX_HEIGHT),
          maxHeight: Math.min(size.height, MAX_HEIGHT),
        }
      }
      className={className}
    />
  );
}
