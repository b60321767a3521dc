'use client';

import { Wallet } from 'lucide-react';
import { useBalance } from '@/components/frame/balance-chip';
import { ButtonLink } from '@/components/ui/button';
import { formatMoney } from '@/components/ui/show/money-text';
import { WarnNote } from '@/components/ui/show/warn-note';
import type { ConsoleBalance } from '@/lib/billing/contract';
import type { ChatMessage, Receipt } from '@/lib/client/chat/types';
import { parseUsd } from '@/lib/core/money';

/** The receipt of an answer that ended because credit ran out; null for any other answer. */
export function shortenedBy({ finishReason, ticket }: ChatMessage): Receipt | null {
  return finishReason === 'length' && ticket.receipt?.ending === 'credit_ran_out' ? ticket.receipt : null;
}

/** Whether more is available than when a request had used up the credit. */
export function hasMoreCredit(receipt: Receipt, balance: ConsoleBalance | undefined): boolean {
  const left = availableOf(receipt, balance);
  return left !== null && (parseUsd(left) ?? 0n) > (parseUsd(receipt.balanceAfter) ?? 0n);
}

/** Says that an answer is shorter than it should be because credit ran out, and what to do. */
export function CreditNote({ receipt }: { receipt: Receipt }) {
  const { data: balance } = useBalance();
  const left = availableOf(receipt, balance);
  const have = left === null ? '' : ` You have ${formatMoney(left, receipt.currency, { down: true })}.`;
  return (
    <div className="mt-3 max-w-measure">
      <WarnNote title="The answer ended because credit ran out">
        <p className="text-muted" data-testid="credit-note">
          {hasMoreCredit(receipt, balance)
            ? `There is credit again.${have} Continue the answer.`
            : `The credit that was left paid for this much.${have} Top up, then continue the answer, or choose a cheaper model.`}
        </p>
        {hasMoreCredit(receipt, balance) ? null : (
          <ButtonLink href="/wallet" size="small" className="mt-3">
            <Wallet aria-hidden />
            Top up
          </ButtonLink>
        )}
      </WarnNote>
    </div>
  );
}

function availableOf({ currency }: Receipt, balance: ConsoleBalance | undefined): string | null {
  return (currency === 'DIEM' ? balance?.diem?.available : balance?.usd.available) ?? null;
}
