'use client';

import { PanelLeftClose, PanelLeftOpen } from 'lucide-react';
import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { classNames } from '@/components/ui/class-names';
import { IconButton } from '@/components/ui/icon-button';
import { Tooltip } from '@/components/ui/overlay/tooltip';
import { Brand, BrandMark } from '../brand';
import { isWithin, PLACE_GROUPS, type Place } from './places';

/** The navigation of wide screens: words beside icons, or icons alone when folded. */
export function Rail({ folded, onFold }: { folded: boolean; onFold: (folded: boolean) => void }) {
  const pathname = usePathname();
  return (
    <nav
      aria-label="Console"
      className={classNames(
        'hidden shrink-0 flex-col border-r border-line bg-sunken md:flex',
        folded ? 'w-rail-folded' : 'w-rail',
      )}
    >
      <div className={classNames('flex h-topbar items-center', folded ? 'justify-center' : 'px-4')}>
        <Link href="/" prefetch={false} aria-label="Farebox, start page" className="rounded-control">
          {folded ? <BrandMark /> : <Brand />}
        </Link>
      </div>
      <div className="flex-1 overflow-y-auto px-2 pt-2">
        {PLACE_GROUPS.map((group) => (
          <div key={group.label} className="mb-4">
            {folded ? null : (
              <p aria-hidden className="px-2 pb-1 text-xs text-muted">
                {group.label}
              </p>
            )}
            <ul aria-label={group.label} className="flex flex-col gap-0.5">
              {group.places.map((place) => (
                <li key={place.href}>
                  <RailLink place={place} active={isWithin(place, pathname)} folded={folded} />
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
      <div className={classNames('flex border-t border-line p-2', folded ? 'justify-center' : 'justify-end')}>
        <IconButton
          label={folded ? 'Unfold navigation' : 'Fold navigation'}
          icon={folded ? <PanelLeftOpen /> : <PanelLeftClose />}
          size="small"
          aria-expanded={!folded}
          onClick={() => onFold(!folded)}
        />
      </div>
    </nav>
  );
}

function RailLink({ place, active, folded }: { place: Place; active: boolean; folded: boolean }) {
  const Icon = place.icon;
  const link = (
    <Link
      href={place.href}
      prefetch={false}
      aria-current={active ? 'page' : undefined}
      aria-label={folded ? place.label : undefined}
      className={classNames(
        'relative flex h-9 items-center gap-3 rounded-control px-3 text-muted transition-[background-color,color] hover:bg-ink/5 hover:text-ink',
        folded && 'justify-center px-0',
        active &&
          'bg-surface font-medium text-ink before:absolute before:inset-y-2 before:left-0 before:w-0.5 before:rounded-full before:bg-signal hover:bg-surface',
      )}
    >
      <Icon aria-hidden />
      {folded ? null : place.label}
    </Link>
  );
  return folded ? (
    <Tooltip label={place.label} side="right">
      {link}
    </Tooltip>
  ) : (
    link
  );
}
