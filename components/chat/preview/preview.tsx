'use client';

import { useState, type ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { centered } from './centered';
import { Diagram } from './diagram/diagram';
import { hasScripts } from './has-scripts';
import type { Previewed } from './preview-context';
import { PreviewFrame } from './preview-frame';

/** Shows what a model has written: HTML, an SVG image, or a diagram. */
export default function Preview({
  kind,
  code,
  fallback,
  onUndrawn,
  className,
}: Previewed & {
  /** The code, which is shown until a diagram is drawn, and below the reason why one is not. */
  fallback?: ReactNode;
  /** Called if a diagram cannot be drawn. */
  onUndrawn?: () => void;
  className: string;
}) {
  if (kind === 'diagram') return <Diagram {...{ code, fallback, onUndrawn, className }} />;
  const html = kind === 'html' ? code : centered(code, { dark: false, style: 'svg{max-height:100vh}' });
  return <Page key={html} html={html} className={className} />;
}

/** A page, whose scripts run only when someone wants that. */
function Page({ html, className }: { html: string; className: string }) {
  const [runs, setRuns] = useState(false);
  return (
    <>
      {hasScripts(html) ? (
        <div className="flex flex-wrap items-center gap-3 border-b border-line bg-surface px-4 py-2 text-sm text-muted">
          <p role="status" className="min-w-0 flex-1">
            {runs
              ? 'Scripts are running. They may see what you type while this page is open.'
              : 'This page has scripts.'}
          </p>
          <Button size="small" onClick={() => setRuns(!runs)}>
            {runs ? 'Stop scripts' : 'Run scripts'}
          </Button>
        </div>
      ) : null}
      <PreviewFrame key={String(runs)} page={{ html }} scripts={runs} className={className} />
    </>
  );
}
