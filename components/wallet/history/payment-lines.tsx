import type { ReactNode } from 'react';
import { CopyButton } from '@/components/ui/copy-button';
import { MoneyText } from '@/components/ui/show/money-text';
import { RelativeTime } from '@/components/ui/show/relative-time';
import type { Network } from '@/lib/core/wallet';
import type { Refund } from '@/lib/x402/contract';
import { TransactionLink } from '../transaction-link';

/** One line about a payment, in its list. */
export function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{label}</dt>
      <dd className="flex min-h-8 min-w-0 items-center gap-1">{children}</dd>
    </>
  );
}

/** Who has paid. */
export function PayerLine({ payer }: { payer: string }) {
  return (
    <Line label="From">
      <span className="font-mono text-xs wrap-anywhere">{payer}</span>
      <CopyButton text={payer} label="Copy address of the payer" />
    </Line>
  );
}

/** The transaction that pays. @param isFailed whether there will be none */
export function TransactionLine({ network, id, isFailed }: { network: Network; id: string | null; isFailed: boolean }) {
  return (
    <Line label="Transaction">
      {id === null ? (
        <span className="text-muted">{isFailed ? 'none' : 'not known yet'}</span>
      ) : (
        <TransactionLink network={network} id={id} />
      )}
    </Line>
  );
}

/** Why a payment failed, or is not over, in the words of its network. */
export function ReasonLine({ reason }: { reason: string }) {
  return (
    <Line label="Reason">
      <span className="font-mono text-xs wrap-anywhere">{reason}</span>
    </Line>
  );
}

/** USDC that was sent back. The reference is the operator's own: only the owner sees it. */
export function RefundLine({
  network,
  refund: { usd, reference, transaction, at },
}: {
  network: Network;
  refund: Omit<Refund, 'reference'> & Partial<Pick<Refund, 'reference'>>;
}) {
  return (
    <Line label="Refunded">
      <span className="flex min-w-0 flex-wrap items-center gap-x-2">
        <MoneyText amount={usd} exact />
        <span className="text-muted">
          <RelativeTime at={at} />
        </span>
        {reference === undefined ? null : (
          <span className="font-mono text-xs wrap-anywhere text-muted">{reference}</span>
        )}
        {transaction === null ? null : <TransactionLink network={network} id={transaction} />}
      </span>
    </Line>
  );
}

/** The ID of a payment. */
export function PaymentIdLine({ id }: { id: string }) {
  return (
    <Line label="Payment ID">
      <span className="font-mono text-xs wrap-anywhere">{id}</span>
      <CopyButton text={id} label="Copy payment ID" />
    </Line>
  );
}
