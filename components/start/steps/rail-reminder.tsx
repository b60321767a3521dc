'use client';

import { ListChecks } from 'lucide-react';
import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { classNames } from '@/components/ui/class-names';
import { Tooltip } from '@/components/ui/tip/tooltip';
import { progressText } from './steps';
import { useReminder } from './use-first-steps';

const PAGE = '/start';
const LABEL = 'Get started';

/** The sidebar's link to the first steps, and how far they are. It goes away once they are done. */
export function RailReminder({ accountId, folded }: { accountId: string; folded: boolean }) {
  const reminder = useReminder(accountId);
  const active = usePathname() === PAGE;
  if (reminder === null) return null;
  const { done, of } = reminder;
  const link = (
    <Link
      href={PAGE}
      prefetch={false}
      aria-current={active ? 'page' : undefined}
      aria-label={`${LABEL}, ${progressText(reminder)}`}
      className={classNames(
        'flex h-9 items-center gap-3 rounded-control transition-[background-color,color] hover:text-ink pointer-coarse:h-touch',
        folded ? 'justify-center' : 'px-3',
        active ? 'bg-surface font-medium text-ink' : 'text-muted hover:bg-ink/5',
      )}
    >
      <ListChecks aria-hidden />
      {folded ? null : (
        <>
          <span className="flex-1">{LABEL}</span>
          <span className="figure-text text-xs">
            {done}/{of}
          </span>
        </>
      )}
    </Link>
  );
  return (
    <div className="px-2 pb-2">
      {folded ? (
        <Tooltip label={LABEL} side="right">
          {link}
        </Tooltip>
      ) : (
        link
      )}
    </div>
  );
}
