'use client';

import Link from 'next/link';
import { useBalance } from '@/components/frame/balance-chip';
import { Button, ButtonLink } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import { MoneyText } from '@/components/ui/show/money-text';
import { Skeleton } from '@/components/ui/show/skeleton';
import type { ConsolePayment } from '@/lib/x402/contract';
import { usdcText } from '../amount';
import { NETWORK_TEXTS, shortAddress } from '../networks';
import { TransactionLink } from '../transaction-link';
import { useLinkedWallets } from '../use-linked-wallets';
import { Line } from './line';
import type { PaymentState } from './payment-state';

/** The receipt of a credited payment, and what to do next. */
export function Credited({ found, onMore }: { found: ConsolePayment; onMore: () => void }) {
  const balance = useBalance().data?.usd.available;
  const { id, network, payer, amountUsd, transactionId } = found;
  return (
    <>
      <div role="group" aria-label="Receipt" className="ticket-edge bg-sunken px-4 pt-6 pb-4">
        <div className="flex items-baseline justify-between gap-3">
          <MoneyText amount={amountUsd} className="text-xl font-medium" />
          <p className="text-sm text-muted">
            {usdcText(amountUsd)} on {NETWORK_TEXTS[network].name}
          </p>
        </div>
        <p className="mt-1 text-sm text-muted">You can spend it right away.</p>
        <dl className="mt-4 grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-1 border-t border-dashed border-edge pt-4 text-sm">
          <Line label="Balance now">
            {balance === undefined ? <Skeleton className="w-16" /> : <MoneyText amount={balance} down />}
          </Line>
          <Line label="From">
            <span title={payer} className="figure-text">
              {shortAddress(network, payer)}
            </span>
          </Line>
          {transactionId === null ? null : (
            <Line label="Transaction">
              <TransactionLink network={network} id={transactionId} />
            </Line>
          )}
          <Line label="Payment ID">
            <span className="figure-text truncate text-xs" title={id}>
              {id}
            </span>
            <CopyButton text={id} label="Copy payment ID" className="-mr-2" />
          </Line>
        </dl>
      </div>
      <LinkHint network={network} payer={payer} />
      <div className="flex flex-wrap gap-3">
        <ButtonLink href="/chat" kind="primary">
          Open chat
        </ButtonLink>
        <Button onClick={onMore}>Add more</Button>
      </div>
    </>
  );
}

/** Nothing for a wallet that is linked already, or that cannot be. */
function LinkHint({ network, payer }: Pick<ConsolePayment, 'network' | 'payer'>) {
  const { data } = useLinkedWallets();
  if (!data?.networks.includes(network) || data.wallets.some(({ address }) => address === payer)) return null;
  return (
    <p className="text-sm text-muted">
      This wallet does not sign in to your account. To sign in and spend credit with it, link it in{' '}
      <Link href="/settings" className="text-ink underline underline-offset-4">
        Settings
      </Link>
      .
    </p>
  );
}

/** A payment that was refused or not carried out. */
export function Failed({
  state: { kept, reason, found },
  onRestart,
}: {
  state: Extract<PaymentState, { step: 'failed' }>;
  onRestart: () => void;
}) {
  return (
    <>
      <p className="wrap-anywhere">{reason}</p>
      {found === null || found.transactionId === null ? null : (
        <p>
          <TransactionLink network={kept.network} id={found.transactionId} />
        </p>
      )}
      <Button kind="primary" onClick={onRestart} className="self-start">
        Back to the quote
      </Button>
    </>
  );
}
