'use client';

import { useTheme } from 'next-themes';
import { useEffect, useEffectEvent, useMemo, useRef } from 'react';
import { drawDiagram } from '@/lib/client/diagram/draw-diagram';
import type { Previewed } from './preview-context';

/**
 * Shows what a model has written: HTML, an SVG image, or a diagram. It is in a frame of another origin and without a
 * network (`PREVIEW_HEADERS`): its scripts run, but see nothing of this page.
 */
export default function Preview({
  kind,
  code,
  onUndrawn,
  className,
}: Previewed & {
  /** Called if a diagram cannot be drawn. */
  onUndrawn?: () => void;
  className: string;
}) {
  const isDark = useTheme().resolvedTheme === 'dark';
  const page = useMemo(() => pageOf(kind, code, isDark), [kind, code, isDark]);
  const report = useEffectEvent(() => onUndrawn?.());
  useEffect(() => {
    if (page === null) report();
  }, [page]);
  if (page === null) {
    return (
      <p role="status" className="p-4 text-sm text-muted">
        This diagram cannot be drawn here: it is of another kind than flowcharts, sequences, states, classes, entities,
        and pie charts, or it has a mistake.
      </p>
    );
  }
  // Another document gets another frame, because each takes only one.
  return <Frame key={page.html} page={page} className={className} />;
}

function Frame({ page: { html, size }, className }: { page: ShownPage; className: string }) {
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
      src="/preview.html"
      sandbox="allow-scripts"
      referrerPolicy="no-referrer"
      title="Preview"
      onLoad={send}
      // As high as the diagram is at this width.
      style={
        size && {
          height: 'auto',
          aspectRatio: `${size.width} / ${size.height}`,
          minHeight: size.height * LEAST_SCALE,
          maxHeight: size.height,
        }
      }
      className={className}
    />
  );
}

/** Diagrams that would be smaller scroll instead: their labels could not be read. */
const LEAST_SCALE = 0.7;

/** A document; a diagram has a size of its own, in pixels. */
type ShownPage = { html: string; size?: { width: number; height: number } };

/** The document that is shown; null for a diagram that is not drawn. */
function pageOf(kind: Previewed['kind'], code: string, isDark: boolean): ShownPage | null {
  if (kind === 'html') return { html: code };
  if (kind === 'svg') return { html: centered(code, false, 'svg{max-height:100vh}') };
  const diagram = drawDiagram(code, isDark);
  if (diagram === null) return null;
  const least = `svg{min-width:${Math.round(diagram.width * LEAST_SCALE)}px}`;
  return { html: centered(diagram.svg, isDark, least), size: diagram };
}

function centered(svg: string, isDark: boolean, style: string): string {
  const colors = isDark ? 'html{background:#1b1f27}' : '';
  return `<!doctype html><meta charset="utf-8"><meta name="color-scheme" content="${isDark ? 'dark' : 'light'}"><style>${colors}body{margin:0;min-height:100vh;display:grid;place-items:safe center}svg{max-width:100%;height:auto}${style}</style>${svg}`;
}
