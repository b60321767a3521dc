'use client';

import { goTo } from '@/components/account/enter';
import { FailureNotice } from '@/components/frame/failure-notice';
import { Button } from '@/components/ui/button';
import { Section } from './section';
import { useSignOutEverywhere } from './use-account';

/** Ends every browser session. */
export function SessionsSection() {
  const signOut = useSignOutEverywhere();
  return (
    <Section
      title="Sessions"
      sentence="Signs out every browser that is signed in to this account, including this one. Keys keep working."
    >
      {signOut.error ? <FailureNotice failure={signOut.error} /> : null}
      <Button
        className="self-start"
        busy={signOut.isPending}
        onClick={() => signOut.mutate(undefined, { onSuccess: () => goTo('/sign-in?ended=1') })}
      >
        {signOut.isPending ? 'Signing out' : 'Sign out everywhere'}
      </Button>
    </Section>
  );
}
