'use client';

import { useId, useRef, type FormEvent } from 'react';
import { z } from 'zod';
import { useSetup } from '@/components/account/use-setup';
import { FailureNotice } from '@/components/frame/failure-notice';
import { Button } from '@/components/ui/button';
import { Field, Input } from '@/components/ui/field';
import { Dialog } from '@/components/ui/overlay/dialog';
import { useLatch } from '@/components/ui/form/use-latch';
import { focusFirstError, useForm } from '@/components/ui/form/use-form';
import { Email, type SetupView } from '@/lib/accounts/contract';
import { isApiFailure } from '@/lib/client/failure';
import { LinkPanel } from './link-panel';
import { useInvite } from './use-admin';

/** What a link without an email allows, by sign-up rule. */
const WITHOUT_EMAIL: Record<SetupView['signUp'], string> = {
  invite: 'Leave it empty for a link that lets one person sign up.',
  open: 'Leave it empty for a sign-up link. Sign-up is open, so nobody needs one.',
  closed: 'Sign-up is closed, so an email is required.',
};

/**
 * Invites somebody: with a sign-up link, or with a new account and a link that sets its password. Mounted while open.
 */
export default function InviteDialog({ onClose }: { onClose: () => void }) {
  const formId = useId();
  const inputRef = useRef<HTMLInputElement>(null);
  const rule = useSetup().data?.signUp ?? 'invite';
  const needed = rule === 'closed';
  const invite = useInvite();
  const begin = useLatch(invite.isPending);
  const form = useForm({ email: '' }, z.object({ email: needed ? Email : Email.optional() }), ({ email }) =>
    !needed && email.trim() === '' ? {} : { email },
  );
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const element = event.currentTarget;
    if (!form.check()) return focusFirstError(element);
    if (!begin()) return;
    const email = form.values.email.trim();
    invite.mutate(email === '' ? null : email, {
      onError: (failure) => {
        if (isApiFailure(failure)) form.showIssues(failure.issues);
      },
    });
  };
  const named = form.values.email.trim();
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={invite.data && named ? 'Account created' : 'Invite'}
      description={
        invite.data ? (
          <span className="wrap-anywhere">
            {named
              ? `Send this link to ${named}. It sets the first password.`
              : 'Send this link. The first person to open it can sign up.'}
          </span>
        ) : (
          'Creates a link for you to send. Farebox sends no email.'
        )
      }
      // The link is shown once: only Done closes it.
      guarded={invite.data !== undefined}
      initialFocus={inputRef}
      footer={
        invite.data ? (
          <Button kind="primary" onClick={onClose}>
            Done
          </Button>
        ) : (
          <>
            <Button kind="plain" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" form={formId} kind="primary" busy={invite.isPending}>
              {invite.isPending ? 'Creating link' : 'Create link'}
            </Button>
          </>
        )
      }
    >
      {invite.data ? (
        <LinkPanel link={invite.data} what={named ? 'Password link' : 'Invitation link'} />
      ) : (
        <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-4">
          {invite.error && !form.errors.email ? <FailureNotice failure={invite.error} /> : null}
          <Field
            label={needed ? 'Email' : 'Email (optional)'}
            help={`With an email, the account is created now and the link sets its password. ${WITHOUT_EMAIL[rule]}`}
            error={form.errors.email}
          >
            <Input ref={inputRef} type="email" autoComplete="off" spellCheck={false} {...form.bind('email')} />
          </Field>
        </form>
      )}
    </Dialog>
  );
}
