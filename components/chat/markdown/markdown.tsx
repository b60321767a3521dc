'use client';

import { Fetched } from '@/components/ui/fetched/fetched';
import { fetchedLater } from '@/components/ui/fetched/fetched-later';
import './answer.css';

const [Renderer, fetchRenderer] = fetchedLater(() => import('./renderer'));

/** Fetches the renderer before the first answer needs it. */
export function preloadMarkdown(): void {
  // Offline: the next answer tries again.
  void fetchRenderer();
}

/**
 * An answer's Markdown. Until the renderer is there, and where it cannot be fetched, the text stands as it came.
 * @param growing the answer is still being written
 */
export function Markdown({ text, growing }: { text: string; growing: boolean }) {
  return (
    <Fetched meanwhile={<p className="answer max-w-prose whitespace-pre-wrap">{text}</p>}>
      <Renderer text={text} growing={growing} />
    </Fetched>
  );
}
