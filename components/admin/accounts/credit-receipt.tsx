'use client';

import { useEffect, useRef } from 'react';
import { Button } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import { MoneyText } from '@/components/ui/show/money-text';
import type { GrantedCredit } from '@/lib/admin/contract';

/** The reasons for credit, as labels. */
export const REASONS = [
  { value: 'GRANT', label: 'Gift' },
  { value: 'TOP_UP', label: 'Payment received' },
  { value: 'REFUND', label: 'Refund' },
] as const satisfies { value: GrantedCredit['kind']; label: string }[];

/** The credit that was added, shown as a receipt. */
export function CreditReceipt({ added, onMore }: { added: GrantedCredit; onMore: () => void }) {
  const { usd, kind, reference, balanceUsd, repeated } = added;
  const receiptRef = useRef<HTMLDivElement>(null);
  // The form that had the focus is gone.
  useEffect(() => receiptRef.current?.focus(), []);
  return (
    <div
      ref={receiptRef}
      tabIndex={-1}
      role="group"
      aria-label="Added credit"
      className="ticket-edge bg-sunken px-4 pt-6 pb-4 outline-none"
    >
      <div className="flex items-baseline justify-between gap-3">
        <p className="font-medium">{repeated ? 'Already added' : 'Added'}</p>
        <p className="text-sm text-muted">{REASONS.find(({ value }) => value === kind)?.label}</p>
      </div>
      <p className="mt-1">
        <MoneyText amount={usd} exact className="text-xl font-medium" />
      </p>
      <p role="status" className="mt-1 text-sm text-muted">
        {repeated
          ? 'This reference was credited before; nothing was added now.'
          : 'The account can spend it right away.'}
      </p>
      <dl className="mt-4 grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-1 border-t border-dashed border-edge pt-4 text-sm">
        <dt className="text-muted">New balance</dt>
        <dd className="text-right">
          <MoneyText amount={balanceUsd} down />
        </dd>
        <dt className="text-muted">Reference</dt>
        <dd className="flex min-w-0 items-center justify-end gap-1">
          <span className="figure-text truncate text-xs" title={reference}>
            {reference}
          </span>
          <CopyButton text={reference} label="Copy reference" className="-mr-2" />
        </dd>
      </dl>
      <div className="mt-3 flex justify-end">
        <Button size="small" onClick={onMore}>
          Grant more
        </Button>
      </div>
    </div>
  );
}
