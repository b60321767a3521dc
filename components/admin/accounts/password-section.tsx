'use client';

import { FailureNotice } from '@/components/frame/failure-notice';
import { Button } from '@/components/ui/button';
import type { AccountDetail } from '@/lib/admin/contract';
import { LinkPanel } from '../link-panel';
import type { useResetLink } from '../use-admin';
import { Section } from './section';

/** Lets somebody who lost the password back in. */
export function PasswordSection({ account, link }: { account: AccountDetail; link: ReturnType<typeof useResetLink> }) {
  if (account.email === null) {
    return (
      <Section title="Password" sentence="This account has no email, so it cannot sign in with a password.">
        {null}
      </Section>
    );
  }
  return (
    <Section
      title="Password"
      sentence="A link to set a new password. The old password works until the link is used; then all sessions end."
    >
      {link.error ? <FailureNotice failure={link.error} /> : null}
      {link.data ? <LinkPanel link={link.data} what="Password link" /> : null}
      <Button className="self-end" busy={link.isPending} onClick={() => link.mutate()}>
        {link.data ? 'Create another link' : 'Create reset link'}
      </Button>
    </Section>
  );
}
