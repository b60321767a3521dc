'use client';

import { ChunkBoundary } from '@/components/ui/lazy/chunk-boundary';
import { lazyWithPreload } from '@/components/ui/lazy/lazy-with-preload';
import './answer.css';
import './code-colors.css';

const [Renderer, fetchRenderer] = lazyWithPreload(() => import('./renderer'));

/** Preloads the renderer before the first answer needs it. */
export function preloadMarkdown(): void {
  // If offline, the next answer tries again.
  void fetchRenderer();
}

/**
 * An answer's Markdown. Shown as plain text until the renderer is loaded, or if it cannot be loaded.
 * @param growing the answer is still streaming
 */
export function Markdown({ text, growing }: { text: string; growing: boolean }) {
  return (
    <ChunkBoundary fallback={<p className="answer max-w-prose whitespace-pre-wrap">{text}</p>}>
      <Renderer text={text} growing={growing} />
    </ChunkBoundary>
  );
}
