'use client';

import { FailureNotice } from '@/components/frame/failure-notice';
import { Skeleton } from '@/components/ui/show/skeleton';
import { AuthPanel } from './auth-panel';
import { SignUpForm } from './sign-up-form';
import { TextLink } from './text-link';
import { useSetup } from './use-setup';

/** Loads the sign-up rules, then shows the form or explains why sign-up is not possible. */
export function SignUpGate({ invite }: { invite: string | undefined }) {
  const setup = useSetup();
  if (setup.isPending) return <Loading />;
  const signIn = (
    <>
      Have an account? <TextLink href="/sign-in">Sign in</TextLink>
    </>
  );
  if (setup.isError) {
    return (
      <AuthPanel title="Create an account" sentence="For chats, API keys, and a prepaid balance." footer={signIn}>
        <FailureNotice
          failure={setup.error}
          what="The sign-up options could not be loaded."
          onRetry={() => void setup.refetch()}
        />
      </AuthPanel>
    );
  }
  const { needsOwner, signUp } = setup.data;
  if (!needsOwner && signUp === 'closed') {
    return (
      <AuthPanel
        title="Sign-up is closed"
        sentence="This installation does not accept new accounts. The operator can create one for you."
        footer={signIn}
      />
    );
  }
  if (!needsOwner && signUp === 'invite' && !invite) {
    return (
      <AuthPanel
        title="Sign-up is by invitation"
        sentence="Open the invitation link you received; it works once. If you don’t have one, ask the operator."
        footer={signIn}
      />
    );
  }
  return <SignUpForm setup={setup.data} invite={invite} />;
}

function Loading() {
  return (
    <div aria-busy className="flex w-full max-w-form flex-col gap-6">
      <h1 className="sr-only">Create an account</h1>
      <Skeleton className="h-7 w-48" />
      <Skeleton className="w-72" />
      {[0, 1].map((field) => (
        <div key={field} className="flex flex-col gap-2">
          <Skeleton className="w-20" />
          <Skeleton className="h-control w-full" />
        </div>
      ))}
      <Skeleton className="h-11 w-full" />
    </div>
  );
}
