'use client';

import katex from 'katex';
import 'katex/dist/katex.min.css';
import { useMemo } from 'react';

/** Longer ones are shown as they came: drawing them would hold the page up. */
const MAX_CHARACTERS = 5_000;
/** Bounds for what a formula may ask for: sizes in em, macros that it expands. */
const BOUNDS = { maxSize: 20, maxExpand: 500, trust: false, strict: 'ignore' } as const;

/**
 * A formula in TeX as it is printed, with MathML for screen readers. What is not TeX is shown as it is.
 * @param display on lines of its own
 */
export default function Formula({ tex, display }: { tex: string; display: boolean }) {
  const html = useMemo(() => drawn(tex, display), [tex, display]);
  if (html === null) return <code>{tex}</code>;
  // KaTeX escapes what it is given and, without trust, writes neither links nor pictures.
  return <span dangerouslySetInnerHTML={{ __html: html }} />;
}

function drawn(tex: string, displayMode: boolean): string | null {
  if (tex.length > MAX_CHARACTERS) return null;
  try {
    return katex.renderToString(tex, { ...BOUNDS, displayMode, throwOnError: true });
  } catch {
    return null;
  }
}
