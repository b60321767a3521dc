'use client';

import Link from 'next/link';
import { ButtonLink } from '@/components/ui/button';
import { nameOf } from '@/lib/client/models';
import { pathOf } from '../details/types';
import { useCatalog } from '../use-models';
import { nearestNames } from './nearest';

/**
 * Shown if a model does not exist or was removed: the most similar names, and a link back. @param sentence from the
 * server
 */
export function MissingModel({ id, sentence }: { id: string; sentence: string | null }) {
  const { data: models = [] } = useCatalog();
  const near = nearestNames(
    id,
    models.map((model) => model.id),
  ).flatMap((name) => models.find((model) => model.id === name) ?? []);
  return (
    <div className="flex flex-col gap-6">
      <div className="max-w-prose">
        <h1 className="text-xl font-semibold">{sentence === null ? 'Model not found' : 'This model was removed'}</h1>
        <p className="mt-1 wrap-anywhere text-muted">
          {sentence ?? (
            <>
              There is no model <span className="font-mono text-sm text-ink">{id}</span>. The name may be misspelled, or
              the model was removed.
            </>
          )}
        </p>
      </div>
      {near.length > 0 ? (
        <div>
          <h2 className="mb-2 text-base font-semibold">Did you mean one of these?</h2>
          <ul className="flex flex-col">
            {near.map((model) => (
              <li key={model.id} className="border-t border-line">
                <Link
                  href={pathOf(model.id)}
                  prefetch={false}
                  className="flex min-h-row flex-wrap items-center gap-x-3 underline-offset-4 hover:underline"
                >
                  <span className="font-medium">{nameOf(model)}</span>
                  <span className="font-mono text-xs wrap-anywhere text-muted">{model.id}</span>
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ) : null}
      <div>
        <ButtonLink href="/models" kind="primary">
          Show all models
        </ButtonLink>
      </div>
    </div>
  );
}
