import { MAX_SOURCE } from '@/lib/client/diagram/config';
import type { Undrawn } from '@/lib/client/diagram/draw-diagram';
import { plainMistake, type PlainMistake } from '@/lib/client/diagram/plain-mistake';

/** Says why a diagram is not drawn. */
export function UndrawnReason({ undrawn, source }: { undrawn: Undrawn; source: string }) {
  const { text, excerpt } = wordsFor(undrawn, source);
  return (
    <div role="status" className="flex flex-col gap-2 border-b border-line bg-surface p-4 text-sm text-muted">
      <p>This diagram cannot be drawn. {text}</p>
      {excerpt === null ? null : <pre className="overflow-x-auto font-mono text-xs text-ink">{excerpt}</pre>}
    </div>
  );
}

function wordsFor(undrawn: Undrawn, source: string): PlainMistake {
  switch (undrawn.reason) {
    case 'mistake':
      return plainMistake(undrawn.message, source);
    case 'too-long':
      return { text: `It is longer than ${MAX_SOURCE.toLocaleString('en-US')} characters.`, excerpt: null };
    case 'too-slow':
      return { text: 'It took longer than 10 seconds.', excerpt: null };
    case 'not-loaded':
      return {
        text: 'What draws it could not be loaded. Reload the page when the server can be reached.',
        excerpt: null,
      };
  }
}
