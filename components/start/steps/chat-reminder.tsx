'use client';

import { ArrowRight } from 'lucide-react';
import Link from 'next/link';
import { progressText } from './steps';
import { useReminder } from './use-first-steps';

/** The line of an empty chat that leads to the first steps. It goes away once they are done. */
export default function ChatReminder({ accountId }: { accountId: string }) {
  const reminder = useReminder(accountId);
  // The chat itself is the first step.
  if (reminder === null || reminder.next.id === 'chat') return null;
  return (
    <Link
      href="/start"
      prefetch={false}
      className="flex items-center gap-4 rounded-panel border border-line bg-surface px-4 py-3 transition-[background-color] hover:bg-sunken"
    >
      <span className="min-w-0 flex-1">
        <span className="block font-medium">First steps: {progressText(reminder)}</span>
        <span className="block text-muted">Next: {reminder.next.title}</span>
      </span>
      <ArrowRight aria-hidden className="shrink-0 text-muted" />
    </Link>
  );
}
