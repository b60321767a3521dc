'use client';

import type { ReactNode } from 'react';
import { centered } from './centered';
import { Diagram } from './diagram/diagram';
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
  return <PreviewFrame key={html} page={{ html }} className={className} />;
}
