'use client';

import { UserPlus } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { PageColumn, PageHeader } from '@/components/frame/page-header';
import { Button } from '@/components/ui/button';
import { ChunkBoundary } from '@/components/ui/lazy/chunk-boundary';
import { lazyWithPreload } from '@/components/ui/lazy/lazy-with-preload';
import { Tabs } from '@/components/ui/tabs';
import { useIdlePrefetch } from '@/components/ui/lazy/use-idle-prefetch';
import { Skeleton } from '@/components/ui/show/skeleton';
import { useAdminLocation, type View } from './use-admin-location';

// Only the open panel loads with the page. The others, and what opens above them, are preloaded soon after it.
const [AccountsPanel, fetchAccounts] = lazyWithPreload(() => import('./accounts/accounts-panel'));
const [ProviderLayers, fetchProviders] = lazyWithPreload(() => import('./providers/provider-layers'));
const [WalletsPanel, fetchWallets] = lazyWithPreload(() => import('./wallets/wallets-panel'));
const [ModelsPanel, fetchModels] = lazyWithPreload(() => import('./models/models-panel'));
const [ErrorsPanel, fetchErrors] = lazyWithPreload(() => import('./errors/errors-panel'));
const [AccountDrawer, fetchDrawer] = lazyWithPreload(() => import('./accounts/account-drawer'));
const [InviteDialog, fetchInvite] = lazyWithPreload(() => import('./invite-dialog'));

function fetchAll(): void {
  const fetches = [fetchAccounts, fetchProviders, fetchWallets, fetchModels, fetchErrors, fetchDrawer, fetchInvite];
  for (const fetchCode of fetches) void fetchCode();
}

/** The owner's page: accounts, providers, payments by wallets, model status, and server-side errors. */
export function AdminView() {
  const { location, change, open, close } = useAdminLocation();
  const [inviting, setInviting] = useState(false);
  const leaveInviting = () => setInviting(false);
  useIdlePrefetch(fetchAll);
  // Keeps the content in the drawer while it closes.
  const [shownId, setShownId] = useState(location.account);
  if (location.account !== null && location.account !== shownId) setShownId(location.account);
  return (
    <PageColumn>
      <PageHeader
        title="Admin"
        sentence="The accounts of this installation, its providers and models, payments by wallets, and server-side errors."
        action={
          <Button kind={location.view === 'providers' ? 'quiet' : 'primary'} onClick={() => setInviting(true)}>
            <UserPlus aria-hidden />
            Invite
          </Button>
        }
      />
      <Tabs<View>
        label="Admin sections"
        value={location.view}
        onChange={(view) => change({ view: view === 'accounts' ? '' : view, provider: '', model: '' })}
        items={[
          {
            value: 'accounts',
            label: 'Accounts',
            panel: panel(<AccountsPanel {...{ location, change, open }} />),
          },
          {
            value: 'providers',
            label: 'Providers',
            panel: panel(
              <ProviderLayers
                opened={{ provider: location.provider, model: location.model }}
                onOpen={({ provider, model }) => change({ provider: provider ?? '', model: model ?? '' })}
              />,
            ),
          },
          { value: 'wallets', label: 'Wallets', panel: panel(<WalletsPanel {...{ location, change, open }} />) },
          { value: 'models', label: 'Models', panel: panel(<ModelsPanel />) },
          { value: 'errors', label: 'Errors', panel: panel(<ErrorsPanel onOpen={open} />) },
        ]}
      />
      <ChunkBoundary resetKey={location.account} onLoadError={close}>
        {shownId === null ? null : (
          <AccountDrawer key={shownId} id={shownId} open={location.account !== null} onClose={close} />
        )}
      </ChunkBoundary>
      <ChunkBoundary resetKey={inviting} onLoadError={leaveInviting}>
        {inviting ? <InviteDialog onClose={leaveInviting} /> : null}
      </ChunkBoundary>
    </PageColumn>
  );
}

const panel = (children: ReactNode) => (
  <div className="pt-4">
    <ChunkBoundary fallback={<Pending />}>{children}</ChunkBoundary>
  </div>
);

function Pending() {
  return (
    <div aria-busy className="flex flex-col gap-3 rounded-panel border border-line bg-surface p-4">
      <Skeleton className="w-48" />
      <Skeleton className="w-full" />
      <Skeleton className="w-40" />
      <Skeleton className="w-full" />
    </div>
  );
}
