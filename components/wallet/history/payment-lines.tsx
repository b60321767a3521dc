import type { ReactNode } from 'react';
import { CopyButton } from '@/components/ui/copy-button';
import type { Network } from '@/lib/core/wallet';
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

/** The ID of a payment. */
export function PaymentIdLine({ label, id }: { label: string; id: string }) {
  return (
    <Line label={label}>
      <span className="font-mono text-xs wrap-anywhere">{id}</span>
      <CopyButton text={id} label="Copy payment ID" />
    </Line>
  );
}
