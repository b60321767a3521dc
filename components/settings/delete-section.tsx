'use client';

import { useState } from 'react';
import { Button } from '@/components/ui/button';
import type { AccountView } from '@/lib/accounts/contract';
import { DeleteAccountDialog } from './delete-account-dialog';
import { Section } from './section';

/** Deletes the account. */
export function DeleteSection({ account }: { account: AccountView }) {
  const [confirming, setConfirming] = useState(false);
  return (
    <Section
      title="Delete account"
      sentence={
        <>
          Revokes your keys, ends your sessions, forfeits your remaining credit, and deletes your stored data. Amounts
          already charged stay in the ledger, without your name.
          {account.role === 'owner' ? ' The only owner of an installation cannot be deleted.' : ''}
        </>
      }
    >
      <Button className="self-start text-stop" onClick={() => setConfirming(true)}>
        Delete account
      </Button>
      {confirming ? <DeleteAccountDialog account={account} onClose={() => setConfirming(false)} /> : null}
    </Section>
  );
}
