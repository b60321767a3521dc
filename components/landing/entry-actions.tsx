'use client';

import { useSetup } from '@/components/account/use-setup';
import { ButtonLink } from '@/components/ui/button';
import { Skeleton } from '@/components/ui/show/skeleton';

/** The call to action: the chat if signed in, otherwise what the sign-up rules allow. */
export function EntryActions({ signedIn }: { signedIn: boolean }) {
  if (signedIn) {
    return (
      <div className="flex flex-wrap gap-3">
        <ButtonLink href="/chat" kind="primary" size="large">
          Open chat
        </ButtonLink>
        <ButtonLink href="/keys" size="large">
          Manage keys
        </ButtonLink>
      </div>
    );
  }
  return <SignedOutActions />;
}

function SignedOutActions() {
  const setup = useSetup();
  if (setup.isPending) {
    return (
      <div aria-busy className="flex gap-3">
        <Skeleton className="h-11 w-44" />
        <Skeleton className="h-11 w-24" />
      </div>
    );
  }
  if (setup.data?.needsOwner) {
    return (
      <div className="flex flex-col gap-3">
        <div>
          <ButtonLink href="/sign-up" kind="primary" size="large">
            Create the owner account
          </ButtonLink>
        </div>
        <p className="max-w-prose text-muted">This installation is new: the first account becomes its owner.</p>
      </div>
    );
  }
  const open = setup.data?.signUp === 'open';
  return (
    <div className="flex flex-wrap gap-3">
      {open ? (
        <ButtonLink href="/sign-up" kind="primary" size="large">
          Create an account
        </ButtonLink>
      ) : null}
      <ButtonLink href="/sign-in" kind={open ? 'quiet' : 'primary'} size="large">
        Sign in
      </ButtonLink>
    </div>
  );
}
