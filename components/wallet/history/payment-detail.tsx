import type { ReactNode } from 'react';
import { CopyButton } from '@/components/ui/copy-button';
import { formatUtc } from '@/components/ui/show/relative-time';
import type { ConsolePayment } from '@/lib/x402/contract';
import { usdcText } from '../amount';
import { NETWORK_TEXTS } from '../networks';
import { TransactionLink } from '../transaction-link';

/** One payment in full. */
export function PaymentDetail({ payment }: { payment: ConsolePayment }) {
  const { id, network, payer, amountUsd, transactionId, reason, createdAt, state } = payment;
  return (
    <section
      aria-label="Payment"
      className="max-w-measure rounded-panel border border-dashed border-edge bg-surface p-4"
    >
      <p>{sentenceOf(payment)}</p>
      <dl className="mt-3 grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-6 gap-y-1 text-sm">
        <Line label="Amount">
          {usdcText(amountUsd)} on {NETWORK_TEXTS[network].name}
        </Line>
        <Line label="From">
          <span className="font-mono text-xs wrap-anywhere">{payer}</span>
          <CopyButton text={payer} label="Copy address of the payer" />
        </Line>
        <Line label="Transaction">
          {transactionId === null ? (
            <span className="text-muted">{state === 'failed' ? 'none' : 'not known yet'}</span>
          ) : (
            <TransactionLink network={network} id={transactionId} />
          )}
        </Line>
        {reason === null ? null : (
          <Line label="Reason">
            <span className="font-mono text-xs wrap-anywhere">{reason}</span>
          </Line>
        )}
        <Line label="Time">
          <span className="figure-text text-xs">{formatUtc(createdAt)}</span>
        </Line>
        <Line label="Payment">
          <span className="font-mono text-xs wrap-anywhere">{id}</span>
          <CopyButton text={id} label="Copy payment ID" />
        </Line>
      </dl>
    </section>
  );
}

function sentenceOf({ state, network }: ConsolePayment): string {
  const { name } = NETWORK_TEXTS[network];
  switch (state) {
    case 'pending':
      return `Submitted. The credit is added as soon as ${name} shows the payment.`;
    case 'credited':
      return `Paid on ${name} and added to the balance.`;
    case 'failed':
      return `${name} did not carry out the payment. Nothing was paid.`;
  }
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{label}</dt>
      <dd className="flex min-h-8 min-w-0 items-center gap-1">{children}</dd>
    </>
  );
}
