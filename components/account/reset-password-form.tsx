'use client';

import { useMutation } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { FailureNotice } from '@/components/frame/failure-notice';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { useHydratedForm } from '@/components/ui/form/use-hydrated-form';
import { focusFirstError, useForm } from '@/components/ui/form/use-form';
import { MIN_PASSWORD_CHARACTERS, ResetPassword } from '@/lib/accounts/contract';
import { apiFetch } from '@/lib/client/api';
import { isApiFailure } from '@/lib/client/failure';
import { AuthPanel } from './auth-panel';
import { DeadLink, deadLinkSentence } from './dead-link';
import { goTo } from './enter';
import { PasswordInput } from './password-input';
import { TextLink } from './text-link';

/** Sets a new password with the operator's one-time link. It ends every browser session of the account. */
export function ResetPasswordForm({ token }: { token: string | undefined }) {
  const form = useForm({ password: '' }, ResetPassword, (values) => ({ ...values, token }));
  const { ref, hydrated } = useHydratedForm(form);
  const change = useMutation({
    mutationFn: () => apiFetch('/api/console/reset-password', { method: 'POST', body: { ...form.values, token } }),
    onSuccess: () => goTo('/sign-in?changed=1'),
  });
  if (!token) {
    return (
      <AuthPanel
        title="This link is incomplete"
        sentence="The link is missing its token. Open it exactly as you received it, or ask the operator for a new one."
        footer={<TextLink href="/sign-in">Sign in</TextLink>}
      />
    );
  }
  const dead = deadLinkSentence(change.error, 'token');
  if (dead !== null) return <DeadLink sentence={dead} />;
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (change.isPending) return;
    const element = event.currentTarget;
    change.reset();
    if (!form.check()) return focusFirstError(element);
    await change.mutateAsync().catch((thrown: unknown) => {
      if (isApiFailure(thrown) && form.showIssues(thrown.issues).length < thrown.issues.length)
        focusFirstError(element);
    });
  };
  return (
    <AuthPanel
      title="Set a new password"
      sentence="The link works once, within 24 hours. Every browser signed in to the account is signed out."
      footer={<TextLink href="/sign-in">Back to sign-in</TextLink>}
    >
      <form ref={ref} method="post" noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
        {change.error && !form.errors.password ? <FailureNotice failure={change.error} /> : null}
        <Field
          label="New password"
          help={`At least ${MIN_PASSWORD_CHARACTERS} characters. A sentence works well.`}
          error={form.errors.password}
        >
          <PasswordInput autoComplete="new-password" autoFocus {...form.bind('password')} />
        </Field>
        <Button type="submit" kind="primary" size="large" busy={change.isPending} disabled={!hydrated}>
          Set password
        </Button>
      </form>
    </AuthPanel>
  );
}
