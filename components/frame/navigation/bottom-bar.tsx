'use client';

import { Ellipsis } from 'lucide-react';
import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { useState } from 'react';
import { ChunkBoundary } from '@/components/ui/lazy/chunk-boundary';
import { lazyWithPreload } from '@/components/ui/lazy/lazy-with-preload';
import { classNames } from '@/components/ui/class-names';
import { barItems, isWithin } from './nav-items';

// Loaded when first hovered, to keep the page itself fast.
const [MoreSheet, fetchSheet] = lazyWithPreload(() => import('./more-sheet'));
const fetchAhead = () => void fetchSheet();

const STOP = 'relative flex h-full w-full flex-col items-center justify-center gap-1 text-xs -outline-offset-4';
const ACTIVE =
  'font-medium text-ink before:absolute before:left-1/2 before:-top-px before:h-0.5 before:w-8 before:-translate-x-1/2 before:bg-signal';

/** The bottom navigation on phones; whatever does not fit is under More. */
export function BottomBar({ accountId, role }: { accountId: string; role: 'owner' | 'member' }) {
  const pathname = usePathname();
  // Null until first opened, then whether it is open.
  const [more, setMore] = useState<boolean | null>(null);
  const { inBar, behindMore } = barItems(role);
  const within = behindMore.some((item) => isWithin(item, pathname));
  return (
    <nav
      aria-label="Console"
      className="shrink-0 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] md:hidden print:hidden"
    >
      <ul className="flex h-bottombar">
        {inBar.map((item) => {
          const active = isWithin(item, pathname);
          const Icon = item.icon;
          return (
            <li key={item.href} className="min-w-0 flex-1">
              <Link
                href={item.href}
                prefetch={false}
                aria-current={active ? 'page' : undefined}
                className={classNames(STOP, active ? ACTIVE : 'text-muted')}
              >
                <Icon aria-hidden />
                {item.label}
              </Link>
            </li>
          );
        })}
        <li className="min-w-0 flex-1">
          <button
            type="button"
            aria-haspopup="dialog"
            aria-expanded={more === true}
            onPointerEnter={fetchAhead}
            onFocus={fetchAhead}
            onClick={() => setMore(true)}
            className={classNames(STOP, within ? ACTIVE : 'text-muted')}
          >
            <Ellipsis aria-hidden />
            More
          </button>
        </li>
      </ul>
      {more === null ? null : (
        <ChunkBoundary>
          <MoreSheet accountId={accountId} open={more} onOpenChange={setMore} items={behindMore} />
        </ChunkBoundary>
      )}
    </nav>
  );
}
