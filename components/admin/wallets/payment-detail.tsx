'use client';

import { useRef, useState } from 'react';
import { FailureNotice } from '@/components/frame/failure-notice';
import { Button } from '@/components/ui/button';
import { MoneyText } from '@/components/ui/show/money-text';
import { formatUtc, RelativeTime } from '@/components/ui/show/relative-time';
import {
  Line,
  PayerLine,
  PaymentIdLine,
  ReasonLine,
  RefundLine,
  TransactionLine,
} from '@/components/wallet/history/payment-lines';
import { NETWORK_TEXTS } from '@/components/wallet/networks';
import { useFocusIfLost } from '@/components/wallet/use-focus-if-lost';
import type { OperatorPayment } from '@/lib/admin/contract';
import { AccountButton } from './account-button';
import { RefundForm } from './refund-form';
import { isOpen, useCheckPayment } from './use-wallets';

type Props = { payment: OperatorPayment; onOpen: (accountId: string) => void };

/** What open payments have while nothing went wrong. */
const NO_REASONS: ReadonlySet<string> = new Set(['sent', 'unknown']);

/** One payment in full, and what can be done about it. */
export function PaymentDetail({ payment, onOpen }: Props) {
  const sentenceRef = useRef<HTMLParagraphElement>(null);
  return (
    <section
      aria-label="Payment"
      className="flex max-w-measure flex-col gap-3 rounded-panel border border-dashed border-edge bg-surface p-4"
    >
      <p ref={sentenceRef} tabIndex={-1} className="outline-none">
        {sentenceOf(payment)}
      </p>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-6 gap-y-1 text-sm">
        <About payment={payment} onOpen={onOpen} />
        {payment.refunds.map((refund) => (
          <RefundLine key={refund.reference} network={payment.network} refund={refund} />
        ))}
      </dl>
      <Check payment={payment} />
      <Refunding payment={payment} onClosed={() => sentenceRef.current?.focus()} />
    </section>
  );
}

function About({ payment, onOpen }: Props) {
  const { id, network, payer, amountUsd, transactionId, reason, createdAt, state, attempts, nextCheckAt } = payment;
  return (
    <>
      <Line label="Amount">
        <MoneyText amount={amountUsd} exact /> in USDC on {NETWORK_TEXTS[network].name}
      </Line>
      <Line label="Account">
        <AccountButton payment={payment} onOpen={onOpen} />
      </Line>
      <PayerLine payer={payer} />
      <TransactionLine network={network} id={transactionId} isFailed={state === 'failed'} />
      {nextCheckAt === null ? null : (
        <Line label="Automatic checks">
          {attempts === 0 ? 'none yet' : attempts}, next <RelativeTime at={nextCheckAt} />
        </Line>
      )}
      {reason === null || (isOpen(payment) && NO_REASONS.has(reason)) ? null : <ReasonLine reason={reason} />}
      <Line label="Accepted">
        <span className="figure-text text-xs">{formatUtc(createdAt)}</span>
      </Line>
      <PaymentIdLine id={id} />
    </>
  );
}

function sentenceOf({ state, network, reason, refunds, refundableUsd }: OperatorPayment): string {
  const { name } = NETWORK_TEXTS[network];
  switch (state) {
    case 'verified':
      return `Accepted, but not sent to ${name} yet.`;
    case 'settling':
      return `Sent to ${name}, which does not show it yet. It is checked until ${name} shows it, or shows that it can never be paid.`;
    case 'credited':
      if (reason !== null) return `Credited, and then undone by ${name}: this credit was not paid for.`;
      if (refunds.length === 0) return `Paid on ${name} and credited.`;
      return `Paid on ${name} and credited, then ${refundableUsd === '0' ? '' : 'partly '}refunded.`;
    case 'failed':
      return `${name} did not carry out the payment. Nothing was paid.`;
  }
}

/** Nothing for a payment that has ended, unless it was checked here. */
function Check({ payment }: { payment: OperatorPayment }) {
  const check = useCheckPayment(payment.id);
  const statusRef = useFocusIfLost<HTMLParagraphElement>(payment.state);
  if (!isOpen(payment) && !check.data) return null;
  return (
    <>
      {check.error ? <FailureNotice failure={check.error} what="The payment could not be checked." /> : null}
      <div className="flex flex-wrap items-center justify-end gap-3">
        <p ref={statusRef} tabIndex={-1} role="status" className="min-w-0 flex-1 text-sm text-muted outline-none">
          {check.data && !check.isPending ? checkedSentence(payment, check.data.checked) : ''}
        </p>
        {isOpen(payment) ? (
          <Button size="small" busy={check.isPending} onClick={() => check.mutate()}>
            {check.isPending ? 'Checking' : 'Check now'}
          </Button>
        ) : null}
      </div>
    </>
  );
}

function checkedSentence({ network, state }: OperatorPayment, checked: boolean): string {
  const { name } = NETWORK_TEXTS[network];
  if (state === 'credited') return 'Checked: the payment was credited.';
  if (state === 'failed') return 'Checked: nothing was paid.';
  if (checked) return `Checked: ${name} does not show an outcome yet.`;
  return 'The server is working on this payment, or has just checked it. It goes on by itself.';
}

/**
 * Nothing unless credit is left to take out of an account that is not deleted.
 * @param onClosed moves the focus out of the form, which is gone then
 */
function Refunding({ payment, onClosed }: { payment: OperatorPayment; onClosed: () => void }) {
  const [isShown, setShown] = useState(false);
  // Also after the last refund, until its result is closed.
  const close = () => {
    setShown(false);
    onClosed();
  };
  if (isShown) return <RefundForm payment={payment} onClose={close} />;
  const { refundableUsd, account } = payment;
  if (refundableUsd === '0' || account === null || account.name === null) return null;
  return (
    <Button size="small" className="self-end" onClick={() => setShown(true)}>
      Record a refund
    </Button>
  );
}
