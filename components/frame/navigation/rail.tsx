'use client';

import { PanelLeftClose, PanelLeftOpen } from 'lucide-react';
import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { RailReminder } from '@/components/start/steps/rail-reminder';
import { classNames } from '@/components/ui/class-names';
import { IconButton } from '@/components/ui/icon-button';
import { Tooltip } from '@/components/ui/tip/tooltip';
import { Brand, BrandMark } from '../brand';
import { DOCS, isWithin, navGroups, type NavItem } from './nav-items';

/** The sidebar on wide screens: icons with labels, or icons only when collapsed. */
export function Rail({
  accountId,
  role,
  folded,
  onFold,
}: {
  accountId: string;
  role: 'owner' | 'member';
  folded: boolean;
  onFold: (folded: boolean) => void;
}) {
  const pathname = usePathname();
  return (
    <nav
      aria-label="Console"
      className={classNames(
        'hidden shrink-0 flex-col border-r border-line bg-sunken md:flex print:hidden',
        folded ? 'w-rail-folded' : 'w-rail',
      )}
    >
      <div className={classNames('flex h-topbar items-center', folded ? 'justify-center' : 'px-4')}>
        <Link href="/" prefetch={false} aria-label="Farebox home" className="rounded-control">
          {folded ? <BrandMark /> : <Brand />}
        </Link>
      </div>
      <div className="flex-1 overflow-y-auto px-2 pt-2">
        {navGroups(role).map((group) => (
          <div
            key={group.label}
            className={folded ? 'not-first:mt-2 not-first:border-t border-line not-first:pt-2' : 'mb-4'}
          >
            {folded ? null : (
              <p aria-hidden className="px-3 pb-1 text-xs text-muted">
                {group.label}
              </p>
            )}
            <ul aria-label={group.label} className="flex flex-col gap-0.5">
              {group.items.map((item) => (
                <li key={item.href}>
                  <RailLink item={item} active={isWithin(item, pathname)} folded={folded} />
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
      <RailReminder accountId={accountId} folded={folded} />
      <div
        className={classNames(
          'flex border-t border-line p-2',
          folded ? 'flex-col items-center gap-0.5' : 'justify-between',
        )}
      >
        <DocsLink folded={folded} />
        <IconButton
          label={folded ? 'Expand navigation' : 'Collapse navigation'}
          icon={folded ? <PanelLeftOpen /> : <PanelLeftClose />}
          size="small"
          aria-expanded={!folded}
          onClick={() => onFold(!folded)}
        />
      </div>
    </nav>
  );
}

function DocsLink({ folded }: { folded: boolean }) {
  const link = (
    <Link
      href={DOCS.href}
      prefetch={false}
      aria-label={folded ? DOCS.label : undefined}
      className="flex h-8 items-center gap-3 rounded-control px-3 text-muted hover:bg-ink/5 hover:text-ink pointer-coarse:h-touch"
    >
      <DOCS.icon aria-hidden />
      {folded ? null : DOCS.label}
    </Link>
  );
  return folded ? (
    <Tooltip label={DOCS.label} side="right">
      {link}
    </Tooltip>
  ) : (
    link
  );
}

function RailLink({ item, active, folded }: { item: NavItem; active: boolean; folded: boolean }) {
  const Icon = item.icon;
  const link = (
    <Link
      href={item.href}
      prefetch={false}
      aria-current={active ? 'page' : undefined}
      aria-label={folded ? item.label : undefined}
      className={classNames(
        'relative flex h-9 items-center gap-3 rounded-control transition-[background-color,color] hover:text-ink pointer-coarse:h-touch',
        folded ? 'justify-center' : 'px-3',
        active
          ? 'bg-surface font-medium text-ink before:absolute before:inset-y-2 before:left-0 before:w-0.5 before:rounded-full before:bg-signal'
          : 'text-muted hover:bg-ink/5',
      )}
    >
      <Icon aria-hidden />
      {folded ? null : item.label}
    </Link>
  );
  return folded ? (
    <Tooltip label={item.label} side="right">
      {link}
    </Tooltip>
  ) : (
    link
  );
}
