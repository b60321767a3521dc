'use client';

import { useState } from 'react';
import { Button } from '@/components/ui/button';
import type { AccountView } from '@/lib/accounts/contract';
import { DeleteAccountDialog } from './delete-account-dialog';
import { Section } from './section';

/** The way out. */
export function DeleteSection({ account }: { account: AccountView }) {
  const [asking, setAsking] = useState(false);
  return (
    <Section
      title="Delete account"
      sentence={
        <>
          Ends its keys and sessions, forfeits what credit is left and removes what is kept of you. Amounts that were
          booked stay in the book, without a name.
          {account.role === 'owner' ? ' The only owner of an installation cannot go.' : ''}
        </>
      }
    >
      <Button className="self-start text-stop" onClick={() => setAsking(true)}>
        Delete account
      </Button>
      {asking ? <DeleteAccountDialog account={account} onClose={() => setAsking(false)} /> : null}
    </Section>
  );
}
