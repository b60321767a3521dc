'use client';

import { FailureNotice } from '@/components/frame/failure-notice';
import { useTestMoney } from '@/components/frame/money-mark';
import { PageColumn, PageHeader } from '@/components/frame/page-header';
import { Skeleton } from '@/components/ui/show/skeleton';
import { CodeSection } from './code/code-section';
import { PaymentHistory } from './history/payment-history';
import { NotConfigured } from './not-configured';
import { PayPanel } from './pay/pay-panel';
import type { Rail } from './payment-header';
import { useTestWallet } from './test-wallet/use-test-wallet';
import { useWalletOverview } from './use-wallet';

const SENTENCE = 'Add credit with USDC, a digital US dollar, from your own wallet. It usually arrives within seconds.';
const TEST_SENTENCE = 'Add credit with test USDC from the test wallet below. It costs nothing and is worth nothing.';

/**
 * The wallet page: pays for credit with USDC, and lists earlier payments.
 * @param origin the configured origin
 */
export function WalletView({
  accountId,
  role,
  origin,
}: {
  accountId: string;
  role: 'owner' | 'member';
  origin: string;
}) {
  const overview = useWalletOverview();
  const isTest = useTestMoney();
  useTestWallet(accountId);
  const { data } = overview;
  const isConfigured = data ? hasRails(data.networks) : null;
  return (
    <PageColumn>
      <PageHeader title="Wallet" sentence={isTest ? TEST_SENTENCE : SENTENCE} />
      {overview.isError ? (
        <FailureNotice
          failure={overview.error}
          what={data ? 'This page may be out of date.' : 'The ways to pay could not be loaded.'}
          onRetry={() => void overview.refetch()}
        />
      ) : null}
      {data && hasRails(data.networks) ? (
        <PayPanel accountId={accountId} rails={data.networks} lastModel={data.lastModel} payments={data.payments} />
      ) : null}
      {isConfigured === false ? <NotConfigured role={role} /> : null}
      {overview.isPending ? <PendingPanel /> : null}
      {overview.isPending || (data && (isConfigured || data.payments.length > 0)) ? (
        <PaymentHistory payments={data?.payments} />
      ) : null}
      {isConfigured ? <CodeSection origin={origin} /> : null}
    </PageColumn>
  );
}

function hasRails(networks: Rail[]): networks is [Rail, ...Rail[]] {
  return networks.length > 0;
}

/** The panel's outline while its figures load. */
function PendingPanel() {
  return (
    <div aria-busy className="w-full max-w-measure rounded-panel border border-line bg-surface">
      <div className="border-b border-line px-4 py-3 sm:px-6">
        <Skeleton className="h-5 w-full" />
      </div>
      <div className="flex flex-col gap-5 p-4 sm:p-6">
        <Skeleton className="h-5 w-24" />
        <Skeleton className="h-24 w-full" />
        <Skeleton className="h-32 w-full" />
        <Skeleton className="h-48 w-full" />
        <Skeleton className="h-11 w-full" />
      </div>
    </div>
  );
}
