'use client';

import type { ReactNode } from 'react';
import { SnippetTabs } from '@/components/snippets/snippet-tabs';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/show/empty-state';

/** Three steps for accounts without a key. */
export function Quickstart({ origin, apiKey, onCreate }: { origin: string; apiKey: string; onCreate: () => void }) {
  return (
    <EmptyState title="No keys yet" sentence="Three steps to your first answer.">
      <ol className="flex max-w-measure flex-col gap-6">
        <Step number={1} title="Create a key">
          <p className="mb-3 text-muted">Its secret is shown once. Store it where your program can read it.</p>
          <Button onClick={onCreate}>Create your first key</Button>
        </Step>
        <Step number={2} title="Send a request with curl">
          <p className="mb-3 text-muted">Replace the dots with your key, then run it.</p>
          <SnippetTabs only={CURL} origin={origin} apiKey={apiKey} />
        </Step>
        <Step number={3} title="Call it from a program">
          <p className="mb-3 text-muted">
            OpenAI’s SDKs work; only the base URL changes. The key comes from the variable that you have set.
          </p>
          <SnippetTabs only={PACKAGES} origin={origin} apiKey={apiKey} />
        </Step>
      </ol>
    </EmptyState>
  );
}

const CURL = ['curl'] as const;
const PACKAGES = ['typescript', 'python'] as const;

function Step({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3">
      <span aria-hidden className="figure-text text-muted">
        {number}
      </span>
      <div>
        <h3 className="mb-1 font-medium">{title}</h3>
        {children}
      </div>
    </li>
  );
}
