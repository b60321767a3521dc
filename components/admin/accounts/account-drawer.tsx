'use client';

import { FailureNotice } from '@/components/frame/failure-notice';
import { Button } from '@/components/ui/button';
import { Drawer } from '@/components/ui/overlay/drawer';
import { EmptyState } from '@/components/ui/show/empty-state';
import { Skeleton } from '@/components/ui/show/skeleton';
import type { AccountDetail } from '@/lib/admin/contract';
import { isApiFailure } from '@/lib/client/failure';
import { useAccount, useResetLink } from '../use-admin';
import { AccountFigures } from './account-figures';
import { CreditForm } from './credit-form';
import { displayName } from './display-name';
import { AccountBadges } from './account-badges';
import { PasswordSection } from './password-section';
import { Rights } from './rights';
import { StakeForm } from './stake-form';

/** One account: its figures, and everything the owner can do with it. */
export default function AccountDrawer({ id, open, onClose }: { id: string; open: boolean; onClose: () => void }) {
  const { data, error, refetch, isPending } = useAccount(id);
  const link = useResetLink(id);
  const isGone = isApiFailure(error) && error.status === 404;
  return (
    <Drawer
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
      // The link is shown once.
      guarded={link.data !== undefined}
      title={data ? <span title={displayName(data)}>{displayName(data)}</span> : 'Account'}
      className="max-w-dialog max-sm:max-w-full"
    >
      {isPending ? <PendingAccount /> : null}
      {isGone ? (
        <EmptyState
          title="Account not found"
          sentence="The address may be misspelled."
          action={<Button onClick={onClose}>Show all accounts</Button>}
          className="border-t-0 pt-0"
        />
      ) : null}
      {error && !isGone ? (
        <FailureNotice
          failure={error}
          what={data ? 'These figures may be out of date.' : 'The account could not be loaded.'}
          onRetry={() => void refetch()}
        />
      ) : null}
      {data ? <About account={data} link={link} /> : null}
    </Drawer>
  );
}

function About({ account, link }: { account: AccountDetail; link: ReturnType<typeof useResetLink> }) {
  return (
    <div className="flex flex-col gap-6 divide-y divide-line [&>*]:pb-6 [&>*:last-child]:pb-0">
      <div className="flex flex-col gap-4">
        <div className="flex flex-wrap gap-2 empty:hidden">
          <AccountBadges account={account} />
        </div>
        <AccountFigures account={account} />
      </div>
      {account.deleted ? (
        <p className="text-muted">This account was deleted. Its ledger is kept and cannot be changed.</p>
      ) : (
        <>
          <Rights account={account} />
          <CreditForm account={account} />
          <StakeForm account={account} />
          <PasswordSection account={account} link={link} />
        </>
      )}
    </div>
  );
}

function PendingAccount() {
  return (
    <div aria-busy className="grid grid-cols-2 gap-x-4 gap-y-4">
      {[0, 1, 2, 3, 4, 5].map((figure) => (
        <div key={figure} className="flex flex-col gap-2">
          <Skeleton className="h-3 w-16" />
          <Skeleton className="w-28" />
        </div>
      ))}
    </div>
  );
}
