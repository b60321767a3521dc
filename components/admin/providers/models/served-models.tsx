'use client';

import { Button } from '@/components/ui/button';
import type { ConnectedModelView } from '@/lib/connected/contract';
import { useShown } from './use-shown';

/** The models that a provider serves, each with its price. */
export function ServedModels({ models, onOpen }: { models: ConnectedModelView[]; onOpen: (key: string) => void }) {
  const { shown, hasMore, showMore } = useShown(models);
  if (models.length === 0) return null;
  return (
    <>
      <ul className="rounded-panel border border-line">
        {shown.map(({ key, id, price, problem }) => (
          <li key={key} className="border-t border-line first:border-t-0">
            <button
              type="button"
              aria-haspopup="dialog"
              onClick={() => onOpen(key)}
              className="flex min-h-row w-full items-center justify-between gap-3 px-3 py-2 text-left hover:bg-sunken/60"
            >
              <span className="min-w-0">
                <span className="block truncate font-medium" title={id}>
                  {id}
                </span>
                {problem === null ? null : <span className="block text-sm text-warn">{problem}</span>}
              </span>
              <span className="figure-text shrink-0 text-sm text-muted">
                ${price.input} / ${price.output}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {hasMore ? (
        <Button size="small" className="self-start" onClick={showMore}>
          Show more
        </Button>
      ) : null}
    </>
  );
}
