'use client';

import type { Starter } from './starters';

/** Example questions; a click sends one. @param waiting a chosen question waits for the models to load */
export function StarterList({
  starters,
  waiting,
  onAsk,
}: {
  starters: readonly Starter[];
  waiting: boolean;
  onAsk: (prompt: string) => void;
}) {
  return (
    <ul className="grid gap-px overflow-hidden rounded-panel border border-line bg-line sm:grid-cols-2">
      {starters.map(({ title, prompt }) => (
        <li key={title} className="flex bg-surface">
          <button
            type="button"
            aria-busy={waiting || undefined}
            onClick={() => onAsk(prompt)}
            className="flex flex-1 flex-col items-start p-4 text-left -outline-offset-2 transition-[background-color] hover:bg-sunken"
          >
            <span className="font-medium">{title}</span>
            <span className="mt-1 text-muted">{prompt}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
