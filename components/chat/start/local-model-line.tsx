'use client';

import { useEffect } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { Bar } from '@/components/ui/show/bar';
import { RelativeTime } from '@/components/ui/show/relative-time';
import type { LocalModel } from '@/lib/admin/contract';
import { sizeText } from '@/lib/client/attachments/bounds';
import { useEngineState } from '@/components/models/use-engine';

/**
 * While only the small embedded model answers: that a better one is on its way, or how to get one. The models are loaded
 * again as soon as it is ready.
 */
export default function LocalModelNote() {
  const engine = useEngineState().data;
  const coming = engine?.models.filter(({ state }) => state !== 'ready') ?? [];
  const ready = engine?.models.filter(({ state }) => state === 'ready').length ?? 0;
  const queries = useQueryClient();
  useEffect(() => {
    if (ready > 0) void queries.invalidateQueries({ queryKey: ['models'] });
  }, [ready, queries]);
  if (!engine) return null;
  if (coming.length > 0) return <LocalModelLines models={coming} />;
  return (
    <p className="mt-2 text-sm text-muted">
      The model that answers is small and often wrong. {engine.declined}{' '}
      <span>
        The page <span className="font-mono text-xs">docs/providers.md</span> of the installation says how to connect a
        better one.
      </span>
    </p>
  );
}

/** Embedded models on their way, one line each. */
export function LocalModelLines({ models }: { models: readonly LocalModel[] }) {
  return models.map((model) => <Line key={model.id} model={model} />);
}

function Line({ model: { name, state, doneBytes, totalBytes, reason, retryAt } }: { model: LocalModel }) {
  if (state === 'ready') return null;
  if (state === 'waiting') {
    return (
      <p className="mt-2 text-sm text-muted">
        A better model, {name}, is not available yet. {reason} Next try:{' '}
        {retryAt ? <RelativeTime at={retryAt} /> : 'soon'}.
      </p>
    );
  }
  if (state === 'loading') {
    return <p className="mt-2 text-sm text-muted">A better model, {name}, has been downloaded and is being loaded.</p>;
  }
  const percent = totalBytes > 0 ? Math.floor((100 * doneBytes) / totalBytes) : 0;
  return (
    <Bar
      className="mt-3 max-w-md"
      value={doneBytes}
      of={totalBytes}
      label={`Downloading ${name}`}
      text={`A better model, ${name}, is on its way: ${percent}% of ${sizeText(totalBytes)}`}
    />
  );
}
