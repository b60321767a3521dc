'use client';

import { lazy } from 'react';
import { FailureNotice } from '@/components/frame/failure-notice';
import { PageColumn, PageHeader } from '@/components/frame/page-header';
import { ChunkBoundary } from '@/components/ui/lazy/chunk-boundary';
import { Skeleton } from '@/components/ui/show/skeleton';
import { DataSection } from './data-section';
import { DeleteSection } from './delete-section';
import { ProfileSection } from './profile-section';
import { ConnectedServices } from './services/connected-services';
import { SessionsSection } from './sessions-section';
import { SignInSection } from './sign-in-section';
import { useAccount } from './use-account';
import { LinkedWallets } from './wallets/linked-wallets';

// Apart, it keeps the chat's code out of the first load.
const ChatSection = lazy(() => import('./chat-section'));

/** The settings page: profile, sign-in, stored data, and deletion. */
export function SettingsView() {
  const account = useAccount();
  return (
    <PageColumn>
      <div className="flex max-w-measure flex-col gap-8">
        <PageHeader title="Settings" sentence="Your account: profile, chat, sign-in, and your stored data." />
        {account.isPending ? <PendingSettings /> : null}
        {account.isError && !account.data ? (
          <FailureNotice
            failure={account.error}
            what="The account could not be loaded."
            onRetry={() => void account.refetch()}
          />
        ) : null}
        {account.data ? (
          <>
            <ProfileSection account={account.data} />
            <ChunkBoundary fallback={<Skeleton className="h-96 w-full" />}>
              <ChatSection />
            </ChunkBoundary>
            <SignInSection account={account.data} />
            <ConnectedServices />
            <LinkedWallets accountId={account.data.id} />
            <SessionsSection />
            <DataSection />
            <DeleteSection account={account.data} />
          </>
        ) : null}
      </div>
    </PageColumn>
  );
}

function PendingSettings() {
  return (
    <div aria-busy className="flex flex-col gap-8">
      <span className="sr-only">The account is loading</span>
      {[0, 1].map((section) => (
        <div key={section} className="flex flex-col gap-4 border-t border-line pt-6">
          <Skeleton className="h-6 w-24" />
          <Skeleton className="max-w-form" />
          {[0, 1].map((field) => (
            <div key={field} className="flex max-w-form flex-col gap-2">
              <Skeleton className="w-20" />
              <Skeleton className="h-control w-full" />
            </div>
          ))}
          <Skeleton className="h-control w-32" />
        </div>
      ))}
    </div>
  );
}
