'use client';

import { UserPlus } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { PageColumn, PageHeader } from '@/components/frame/page-header';
import { Button } from '@/components/ui/button';
import { Tabs } from '@/components/ui/tabs';
import { AccountDrawer } from './accounts/account-drawer';
import { AccountsPanel } from './accounts/accounts-panel';
import { ErrorsPanel } from './errors/errors-panel';
import { InviteDialog } from './invite-dialog';
import { ModelsPanel } from './models/models-panel';
import { usePlace, type View } from './use-place';

/** The owner's page: who is here, how the models are, what failed by a fault of ours. */
export function AdminView() {
  const { place, change, open, close } = usePlace();
  const [inviting, setInviting] = useState(false);
  // What was looked at stays in the drawer while that leaves.
  const [looked, setLooked] = useState(place.account);
  if (place.account !== null && place.account !== looked) setLooked(place.account);
  return (
    <PageColumn>
      <PageHeader
        title="Admin"
        sentence="The accounts of this installation, how its models are, and what failed by a fault of its own."
        action={
          <Button kind="primary" onClick={() => setInviting(true)}>
            <UserPlus aria-hidden />
            Invite
          </Button>
        }
      />
      <Tabs<View>
        label="What to look at"
        value={place.view}
        onChange={(view) => change({ view: view === 'accounts' ? '' : view })}
        items={[
          { value: 'accounts', label: 'Accounts', panel: panel(<AccountsPanel {...{ place, change, open }} />) },
          { value: 'models', label: 'Models', panel: panel(<ModelsPanel />) },
          { value: 'errors', label: 'Errors', panel: panel(<ErrorsPanel onOpen={open} />) },
        ]}
      />
      {looked === null ? null : (
        <AccountDrawer key={looked} id={looked} open={place.account !== null} onClose={close} />
      )}
      {inviting ? <InviteDialog onClose={() => setInviting(false)} /> : null}
    </PageColumn>
  );
}

const panel = (children: ReactNode) => <div className="pt-4">{children}</div>;
