'use client';

import { FailureNotice } from '@/components/frame/failure-notice';
import { EmptyState } from '@/components/ui/show/empty-state';
import { RelativeTime } from '@/components/ui/show/relative-time';
import { Skeleton } from '@/components/ui/show/skeleton';
import type { useAdminLocation } from '../use-admin-location';
import { NetworkPanel } from './network-panel';
import { PaymentsSection } from './payments-section';
import { useWalletNetworks } from './use-wallets';

/** The networks on which wallets pay, and all payments. */
export default function WalletsPanel({
  location,
  change,
  open,
}: Pick<ReturnType<typeof useAdminLocation>, 'location' | 'change' | 'open'>) {
  return (
    <div className="flex flex-col gap-8">
      <Networks />
      <PaymentsSection
        state={location.payments}
        onState={(payments) => change({ payments: payments ?? '' })}
        onOpen={open}
      />
    </div>
  );
}

function Networks() {
  const { data, error, isPending, refetch } = useWalletNetworks();
  return (
    <section aria-label="Networks" className="flex flex-col gap-3">
      {error ? (
        <FailureNotice
          failure={error}
          what={data ? 'These balances may be out of date.' : 'The networks could not be loaded.'}
          onRetry={() => void refetch()}
        />
      ) : null}
      {isPending ? (
        <div aria-busy className="grid gap-4 lg:grid-cols-2">
          <PendingNetwork />
          <PendingNetwork />
        </div>
      ) : null}
      {data?.networks.length === 0 ? (
        <EmptyState
          title="Payments are not set up"
          sentence={
            <>
              Nothing is received until you set where payments go, for Base or Solana. The section “Wallets” of{' '}
              <code className="font-mono text-sm whitespace-nowrap text-ink">docs/operations.md</code> explains how.
            </>
          }
          className="border-t-0 pt-2"
        />
      ) : null}
      {data && data.networks.length > 0 ? (
        <>
          <div className="grid items-start gap-4 lg:grid-cols-2">
            {data.networks.map((network) => (
              <NetworkPanel key={network.network} state={network} />
            ))}
          </div>
          <p className="text-sm text-muted">
            Checked <RelativeTime at={data.checkedAt} />. The nodes are asked every 30 seconds while this page is open.
          </p>
        </>
      ) : null}
    </section>
  );
}

function PendingNetwork() {
  return (
    <div className="flex flex-col gap-4 rounded-panel border border-line bg-surface p-4">
      <Skeleton className="w-24" />
      <Skeleton className="w-full" />
      <Skeleton className="w-full" />
      <Skeleton className="w-40" />
    </div>
  );
}
