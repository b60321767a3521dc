'use client';

import { ListChecks } from 'lucide-react';
import Link from 'next/link';
import { progressText } from './steps';
import { useReminder } from './use-first-steps';

/** The phone's link to the first steps, under More. It goes away once they are done. */
export function SheetReminder({
  accountId,
  className,
  onFollow,
}: {
  accountId: string;
  className: string;
  onFollow: () => void;
}) {
  const reminder = useReminder(accountId);
  if (reminder === null) return null;
  return (
    <Link href="/start" prefetch={false} onClick={onFollow} className={className}>
      <ListChecks aria-hidden className="text-muted" />
      <span className="flex-1">Get started</span>
      <span className="text-sm text-muted">{progressText(reminder)}</span>
    </Link>
  );
}
