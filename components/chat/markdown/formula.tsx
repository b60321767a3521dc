'use client';

import katex from 'katex';
import 'katex/dist/katex.min.css';
import { useMemo } from 'react';

/** Longer formulas are shown as source: rendering them would block the page. */
const MAX_CHARACTERS = 5_000;
/** Limits for formulas: sizes in em, and macro expansions. */
const BOUNDS = { maxSize: 20, maxExpand: 500, trust: false, strict: 'ignore' } as const;

/**
 * Renders a TeX formula, with MathML for screen readers. Invalid TeX is shown as it is.
 * @param display on its own line
 */
export default function Formula({ tex, display }: { tex: string; display: boolean }) {
  const html = useMemo(() => render(tex, display), [tex, display]);
  if (html === null) return <code>{tex}</code>;
  // KaTeX escapes its input and, without `trust`, creates neither links nor images.
  return <span dangerouslySetInnerHTML={{ __html: html }} />;
}

function render(tex: string, displayMode: boolean): string | null {
  if (tex.length > MAX_CHARACTERS) return null;
  try {
    return katex.renderToString(tex, { ...BOUNDS, displayMode, throwOnError: true });
  } catch {
    return null;
  }
}
