'use client';

import { useRef } from 'react';

/**
 * Shows HTML or SVG that a model has written, in a frame of another origin and without a network (`PREVIEW_HEADERS`): its
 * scripts run, but see nothing of this page.
 */
export default function Preview({ code, isSvg }: { code: string; isSvg: boolean }) {
  const sent = useRef<string | null>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const send = () => {
    // Writing the document fires the event again.
    if (sent.current === code) return;
    sent.current = code;
    // The frame's origin is opaque, so it cannot be named.
    frame.current?.contentWindow?.postMessage(isSvg ? withCenter(code) : code, '*');
  };
  return (
    <iframe
      key={code}
      ref={frame}
      src="/preview.html"
      sandbox="allow-scripts"
      referrerPolicy="no-referrer"
      title="Preview"
      onLoad={send}
      className="block h-96 w-full resize-y bg-surface"
    />
  );
}

function withCenter(svg: string): string {
  return `<!doctype html><style>body{margin:0;min-height:100vh;display:grid;place-items:center}svg{max-width:100%;max-height:100vh}</style>${svg}`;
}
