'use client';

import { ArrowUpRight } from 'lucide-react';
import { STARTERS } from './starters';

/** What is shown before the first image: a sentence, and prompts to start with. */
export function FirstImages({ onChoose }: { onChoose: (prompt: string) => void }) {
  return (
    <section className="mx-auto max-w-measure pt-4 lg:pt-16">
      <h2 className="text-lg font-semibold">What should the image show?</h2>
      <p className="mt-1 text-muted">
        Your images will appear here, each with its receipt. They stay in this browser. Start with an example, or drop
        an image made here to use its settings again. In a chat, <code className="font-mono">/image</code> and a prompt
        draws one, too.
      </p>
      <ul className="mt-6 grid gap-2 sm:grid-cols-2">
        {STARTERS.map((prompt) => (
          <li key={prompt}>
            <button
              type="button"
              onClick={() => onChoose(prompt)}
              className="flex h-full w-full items-start justify-between gap-3 rounded-panel border border-line bg-surface p-4 text-left transition-[border-color,background-color] hover:border-edge hover:bg-sunken"
            >
              {prompt}
              <ArrowUpRight aria-hidden className="mt-0.5 text-muted" />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
