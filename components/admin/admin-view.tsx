'use client';

import { UserPlus } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { PageColumn, PageHeader } from '@/components/frame/page-header';
import { Button } from '@/components/ui/button';
import { Fetched } from '@/components/ui/fetched/fetched';
import { fetchedLater } from '@/components/ui/fetched/fetched-later';
import { Tabs } from '@/components/ui/tabs';
import { useSoon } from '@/components/ui/fetched/use-soon';
import { AccountsPanel } from './accounts/accounts-panel';
import { ErrorsPanel } from './errors/errors-panel';
import { ModelsPanel } from './models/models-panel';
import { usePlace, type View } from './use-place';

// What floats comes soon after the page.
const [AccountDrawer, fetchDrawer] = fetchedLater(() => import('./accounts/account-drawer'));
const [InviteDialog, fetchInvite] = fetchedLater(() => import('./invite-dialog'));

function fetchAll(): void {
  void fetchDrawer();
  void fetchInvite();
}

/** The owner's page: who is here, how the models are, what failed by a fault of ours. */
export function AdminView() {
  const { place, change, open, close } = usePlace();
  const [inviting, setInviting] = useState(false);
  const leaveInviting = () => setInviting(false);
  useSoon(fetchAll);
  // What was looked at stays in the drawer while that leaves.
  const [looked, setLooked] = useState(place.account);
  if (place.account !== null && place.account !== looked) setLooked(place.account);
  return (
    <PageColumn>
      <PageHeader
        title="Admin"
        sentence="The accounts of this installation, the state of its models, and server-side errors."
        action={
          <Button kind="primary" onClick={() => setInviting(true)}>
            <UserPlus aria-hidden />
            Invite
          </Button>
        }
      />
      <Tabs<View>
        label="Admin sections"
        value={place.view}
        onChange={(view) => change({ view: view === 'accounts' ? '' : view })}
        items={[
          { value: 'accounts', label: 'Accounts', panel: panel(<AccountsPanel {...{ place, change, open }} />) },
          { value: 'models', label: 'Models', panel: panel(<ModelsPanel />) },
          { value: 'errors', label: 'Errors', panel: panel(<ErrorsPanel onOpen={open} />) },
        ]}
      />
      <Fetched attempt={place.account} onMissing={close}>
        {looked === null ? null : (
          <AccountDrawer key={looked} id={looked} open={place.account !== null} onClose={close} />
        )}
      </Fetched>
      <Fetched attempt={inviting} onMissing={leaveInviting}>
        {inviting ? <InviteDialog onClose={leaveInviting} /> : null}
      </Fetched>
    </PageColumn>
  );
}

const panel = (children: ReactNode) => <div className="pt-4">{children}</div>;
