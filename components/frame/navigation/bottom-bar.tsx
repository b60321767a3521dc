'use client';

import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { classNames } from '@/components/ui/class-names';
import { isWithin, PLACE_GROUPS } from './places';

/** The navigation of phones, under the thumb. */
export function BottomBar() {
  const pathname = usePathname();
  return (
    <nav
      aria-label="Console"
      className="shrink-0 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      <ul className="flex h-bottombar">
        {PLACE_GROUPS.flatMap((group) => group.places).map((place) => {
          const active = isWithin(place, pathname);
          const Icon = place.icon;
          return (
            <li key={place.href} className="flex-1">
              <Link
                href={place.href}
                prefetch={false}
                aria-current={active ? 'page' : undefined}
                className={classNames(
                  'relative flex h-full flex-col items-center justify-center gap-1 text-xs -outline-offset-4',
                  active
                    ? 'font-medium text-ink before:absolute before:inset-x-8 before:-top-px before:h-0.5 before:bg-signal'
                    : 'text-muted',
                )}
              >
                <Icon aria-hidden />
                {place.label}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
