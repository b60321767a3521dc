'use client';

import { ChunkBoundary } from '@/components/ui/lazy/chunk-boundary';
import { lazyWithPreload } from '@/components/ui/lazy/lazy-with-preload';
import './answer.css';

const [Renderer, fetchRenderer] = lazyWithPreload(() => import('./renderer'));

/** Fetches the renderer before the first answer needs it. */
export function preloadMarkdown(): void {
  // Offline: the next answer tries again.
  void fetchRenderer();
}

/**
 * An answer's Markdown. Until the renderer is loaded, and where it cannot be loaded, the text is shown as it is.
 * @param growing the answer is still being written
 */
export function Markdown({ text, growing }: { text: string; growing: boolean }) {
  return (
    <ChunkBoundary fallback={<p className="answer max-w-prose whitespace-pre-wrap">{text}</p>}>
      <Renderer text={text} growing={growing} />
    </ChunkBoundary>
  );
}
