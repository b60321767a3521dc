'use client';

import { ChevronDown } from 'lucide-react';
import { lazy, useId, useState } from 'react';
import { classNames } from '@/components/ui/class-names';
import { ChunkBoundary } from '@/components/ui/lazy/chunk-boundary';
import { Skeleton } from '@/components/ui/show/skeleton';
import type { Paid } from '@/lib/client/search/types';
import { paidText } from './paid-text';

const PaidReceipt = lazy(() => import('./paid-receipt'));

/** The line that shows what a search or a page cost; it expands into the receipt. @param what e.g. `8 results` */
export function PaidLine({ what, paid }: { what: string; paid: Paid }) {
  const [open, setOpen] = useState(false);
  const panelId = useId();
  const text = [what, ...paidText(paid)].filter((part) => part !== '').join(' · ');
  const { requestId } = paid;
  if (requestId === null) return <p className="py-2 font-mono text-xs text-muted">{text}</p>;
  return (
    // Open, the receipt takes the whole line.
    <div className={classNames('min-w-0', open && 'w-full')}>
      <button
        type="button"
        data-testid="search-receipt"
        aria-expanded={open}
        aria-controls={panelId}
        onClick={() => setOpen(!open)}
        className="-ml-2 flex min-h-8 items-center gap-2 rounded-control px-2 py-1.5 text-left font-mono text-xs text-muted transition-[background-color,color] hover:bg-ink/6 hover:text-ink pointer-coarse:min-h-touch"
      >
        <span className="sr-only">Receipt: </span>
        <span>{text}</span>
        <ChevronDown aria-hidden className={classNames('transition-transform', open && 'rotate-180')} />
      </button>
      <div id={panelId} hidden={!open}>
        {open ? (
          <ChunkBoundary fallback={<Skeleton className="mt-1 h-40 w-full max-w-measure" />}>
            <PaidReceipt requestId={requestId} />
          </ChunkBoundary>
        ) : null}
      </div>
    </div>
  );
}
