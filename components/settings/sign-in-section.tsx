'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { goTo, startSession } from '@/components/account/enter';
import { PasswordInput } from '@/components/account/password-input';
import { FailureNotice } from '@/components/frame/failure-notice';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { focusFirstError, useForm } from '@/components/ui/form/use-form';
import { MIN_PASSWORD_CHARACTERS, type AccountView } from '@/lib/accounts/contract';
import { isApiFailure } from '@/lib/client/failure';
import { ChangePassword } from '@/lib/profile/contract';
import { Outcome, Section } from './section';
import { coversFailure } from './covers-failure';
import { notePassword, useChangePassword } from './use-account';

type Values = { currentPassword: string; newPassword: string };

/** The account's password. */
export function SignInSection({ account }: { account: AccountView }) {
  return (
    <Section
      title="Sign-in"
      sentence={
        account.hasPassword
          ? 'A new password signs out every other browser. This browser stays signed in, and keys keep working.'
          : 'This account has no password yet. You can set one within 10 minutes of signing in.'
      }
    >
      {account.email === null ? (
        <p className="text-muted">Signing in with a password requires an email: set one under Profile first.</p>
      ) : (
        <PasswordForm email={account.email} hasPassword={account.hasPassword} />
      )}
    </Section>
  );
}

function PasswordForm({ email, hasPassword }: { email: string; hasPassword: boolean }) {
  const toInput = (values: Values) => (hasPassword ? values : { newPassword: values.newPassword });
  const form = useForm<Values>({ currentPassword: '', newPassword: '' }, ChangePassword, toInput);
  const [said, setSaid] = useState('');
  const change = useChangePassword();
  const client = useQueryClient();

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (change.isPending) return;
    const element = event.currentTarget;
    change.reset();
    setSaid('');
    if (!form.check()) return focusFirstError(element);
    try {
      await change.mutateAsync(toInput(form.values));
      // This browser's session ended with all others.
      if ((await startSession(email, form.values.newPassword)) !== null) return goTo('/sign-in?changed=1');
      void notePassword(client);
      form.reset();
      setSaid(hasPassword ? 'Password changed. All other browsers are signed out.' : 'Password set.');
    } catch (thrown) {
      if (isApiFailure(thrown) && form.showIssues(thrown.issues).length < thrown.issues.length)
        focusFirstError(element);
    }
  };
  const rendered = hasPassword ? ['currentPassword', 'newPassword'] : ['newPassword'];
  return (
    <form method="post" noValidate onSubmit={(event) => void submit(event)} className="flex max-w-form flex-col gap-4">
      {change.error && !coversFailure(change.error, rendered) ? <FailureNotice failure={change.error} /> : null}
      {/* For the browser's password manager. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      {hasPassword ? (
        <Field
          label="Current password"
          help="Forgot it? The operator can create a link to set a new one."
          error={form.errors.currentPassword}
        >
          <PasswordInput autoComplete="current-password" {...form.bind('currentPassword')} />
        </Field>
      ) : null}
      <Field
        label="New password"
        help={`At least ${MIN_PASSWORD_CHARACTERS} characters. A sentence works well.`}
        error={form.errors.newPassword}
      >
        <PasswordInput autoComplete="new-password" {...form.bind('newPassword')} />
      </Field>
      <div className="flex flex-wrap items-center gap-4">
        <Button type="submit" busy={change.isPending}>
          {change.isPending ? 'Saving' : hasPassword ? 'Change password' : 'Set password'}
        </Button>
        <Outcome>{said}</Outcome>
      </div>
    </form>
  );
}
