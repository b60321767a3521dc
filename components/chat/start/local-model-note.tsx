'use client';

import Link from 'next/link';
import { useEffect } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { NextTry } from '@/components/models/next-try';
import { useEngineState } from '@/components/models/use-engine';
import { Bar } from '@/components/ui/show/bar';
import type { LocalModel } from '@/lib/admin/contract';
import { sizeText } from '@/lib/client/attachments/bounds';

/**
 * While the small embedded model answers: that a better one is on its way or to be chosen, or how to get one. The list of
 * models is loaded again as soon as one is ready.
 * @param modelId the small model
 */
export default function LocalModelNote({ modelId }: { modelId: string }) {
  const engine = useEngineState().data;
  const others = engine?.models.filter(({ id }) => id !== modelId) ?? [];
  const coming = others.filter(({ state }) => state !== 'ready');
  const ready = others.find(({ state }) => state === 'ready');
  const queries = useQueryClient();
  const readyId = ready?.id;
  useEffect(() => {
    if (readyId) void queries.invalidateQueries({ queryKey: ['models'] });
  }, [readyId, queries]);
  if (!engine) return null;
  if (ready) return <Note>{`${ready.name} gives better answers: choose it below.`}</Note>;
  if (coming.length > 0) return <LocalModelLines models={coming} areBetter />;
  return (
    <Note>
      The model that answers is small and often wrong. {engine.declined}{' '}
      {engine.canConnect ? (
        <>
          <Link href="/start?step=connect" prefetch={false} className="underline underline-offset-4 hover:text-ink">
            Connect a provider
          </Link>{' '}
          for better ones.
        </>
      ) : null}
    </Note>
  );
}

/** Embedded models on their way, one line each. @param areBetter than one that answers already */
export function LocalModelLines({ models, areBetter = false }: { models: readonly LocalModel[]; areBetter?: boolean }) {
  return models.map((model) => <Line key={model.id} model={model} isBetter={areBetter} />);
}

function Line({ model, isBetter }: { model: LocalModel; isBetter: boolean }) {
  const { name, state, doneBytes, totalBytes, reason, retryAt } = model;
  if (state === 'ready') return null;
  if (state === 'waiting') {
    return (
      <Note>
        {name}, a larger model, is not available yet. {reason} Next retry <NextTry at={retryAt} />.
      </Note>
    );
  }
  if (state === 'loading') return <Note>{`${name}, a larger model, is being loaded.`}</Note>;
  const percent = totalBytes > 0 ? Math.floor((100 * doneBytes) / totalBytes) : 0;
  return (
    <Bar
      className="mt-3 max-w-md"
      value={doneBytes}
      of={totalBytes}
      label={`Downloading ${name}`}
      text={`${isBetter ? `A better model, ${name},` : name} is on its way: ${percent}% of ${sizeText(totalBytes)}`}
    />
  );
}

function Note({ children }: { children: React.ReactNode }) {
  return <p className="mt-2 text-sm text-muted">{children}</p>;
}
