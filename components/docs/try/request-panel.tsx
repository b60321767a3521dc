'use client';

import { Play } from 'lucide-react';
import { lazy, useState } from 'react';
import { ChunkBoundary } from '@/components/ui/lazy/chunk-boundary';
import { Button } from '@/components/ui/button';
import { classNames } from '@/components/ui/class-names';
import { Skeleton } from '@/components/ui/show/skeleton';
import type { RequestSample } from '@/lib/openapi/contract';
import { SampleTabs, type ColoredSamples } from '@/components/snippets/sample-tabs';
import type { TriedEndpoint } from './target';

// Most visitors only copy; the rest loads on demand.
const TryForm = lazy(() => import('./try-form'));

/**
 * The requests of an endpoint: choose one, then copy it or send it from here.
 * @param colored the samples of each request in colors, by its name
 */
export function RequestPanel({
  requests,
  colored,
  origin,
  endpoint,
}: {
  requests: readonly RequestSample[];
  colored: Record<string, ColoredSamples>;
  origin: string;
  endpoint: TriedEndpoint;
}) {
  const [chosen, setChosen] = useState(requests[0]?.name);
  const [trying, setTrying] = useState(false);
  const current = requests.find(({ name }) => name === chosen) ?? requests[0];
  if (!current) return null;
  return (
    <section aria-label="Request" className="flex flex-col gap-3">
      {requests.length > 1 ? (
        <div role="group" aria-label="Example" className="flex flex-wrap gap-1">
          {requests.map(({ name, summary }) => (
            <button
              key={name}
              type="button"
              aria-pressed={name === current.name}
              onClick={() => setChosen(name)}
              className={classNames(
                'h-8 rounded-control border border-line px-3 text-sm text-muted hover:text-ink pointer-coarse:min-h-touch',
                'aria-pressed:border-edge aria-pressed:bg-surface aria-pressed:font-medium aria-pressed:text-ink',
              )}
            >
              {summary}
            </button>
          ))}
        </div>
      ) : (
        <p className="text-sm font-medium">{current.summary}</p>
      )}
      <SampleTabs samples={current.samples} label={current.summary} origin={origin} colored={colored[current.name]} />
      {current.tried === null ? null : trying ? (
        <ChunkBoundary fallback={<Skeleton className="h-40 w-full" />}>
          <TryForm key={current.name} tried={current.tried} endpoint={endpoint} onClose={() => setTrying(false)} />
        </ChunkBoundary>
      ) : (
        <div>
          <Button size="small" onClick={() => setTrying(true)}>
            <Play aria-hidden />
            Try it
          </Button>
        </div>
      )}
    </section>
  );
}
