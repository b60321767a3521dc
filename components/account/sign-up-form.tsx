'use client';

import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { FailureNotice } from '@/components/frame/failure-notice';
import { Button } from '@/components/ui/button';
import { Field, Input } from '@/components/ui/field';
import { focusFirstError, useForm } from '@/components/ui/form/use-form';
import { MIN_PASSWORD_CHARACTERS, SignUp, type SetupView } from '@/lib/accounts/contract';
import { apiFetch } from '@/lib/client/api';
import { isApiFailure } from '@/lib/client/failure';
import { AuthPanel } from './auth-panel';
import { DeadLink, deadLinkSentence } from './dead-link';
import { goTo, startSession } from './enter';
import { PasswordInput } from './password-input';
import { OtherWays } from './services/other-ways';
import { TextLink } from './text-link';

/** Leaves out empty optional values, so that the schema treats them as absent. */
function toInput({ setupCode, ...rest }: { email: string; password: string; setupCode: string }, invite?: string) {
  const code = setupCode.trim();
  return { ...rest, ...(code ? { setupCode: code } : {}), ...(invite ? { invite } : {}) };
}

/** The sign-up form; creates the owner's account if there are no accounts yet. */
export function SignUpForm({ setup, invite }: { setup: SetupView; invite: string | undefined }) {
  const form = useForm({ email: '', password: '', setupCode: '' }, SignUp, toInput);
  const [codeMissing, setCodeMissing] = useState(false);
  const create = useMutation({
    mutationFn: async () => {
      await apiFetch('/api/console/sign-up', { method: 'POST', body: toInput(form.values, invite) });
      const refused = await startSession(form.values.email, form.values.password);
      // The account exists; only starting its first session failed.
      goTo(refused !== null ? '/sign-in' : setup.needsOwner ? '/start' : '/chat');
    },
  });
  const needsCode = setup.needsOwner && setup.needsSetupCode;
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (create.isPending) return;
    const element = event.currentTarget;
    create.reset();
    const missing = needsCode && form.values.setupCode.trim() === '';
    setCodeMissing(missing);
    if (!form.check() || missing) return focusFirstError(element);
    await create.mutateAsync().catch((thrown: unknown) => {
      if (isApiFailure(thrown) && form.showIssues(thrown.issues).length < thrown.issues.length)
        focusFirstError(element);
    });
  };
  const failure = create.error;
  const dead = deadLinkSentence(failure, 'invite');
  if (dead !== null) return <DeadLink sentence={dead} />;
  // If every issue is shown next to its field, no separate message is needed.
  const atFields =
    isApiFailure(failure) &&
    failure.issues.length > 0 &&
    failure.issues.every(({ path }) => String(path[0]) in form.values);
  return (
    <AuthPanel
      title={setup.needsOwner ? 'Create the owner account' : 'Create an account'}
      sentence={
        setup.needsOwner
          ? 'There are no accounts yet. The first one becomes the owner of this installation.'
          : 'For chats, API keys, and a prepaid balance.'
      }
      footer={
        setup.needsOwner ? null : (
          <>
            Have an account? <TextLink href="/sign-in">Sign in</TextLink>
          </>
        )
      }
    >
      <form method="post" noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
        {failure && !atFields ? <FailureNotice failure={failure} /> : null}
        {needsCode ? (
          <Field
            label="Setup code"
            help="Printed in the terminal when the server started. It proves that this installation is yours."
            error={form.errors.setupCode ?? (codeMissing ? 'Enter the code from the server’s terminal' : undefined)}
          >
            <Input
              autoComplete="one-time-code"
              autoCapitalize="characters"
              spellCheck={false}
              className="font-mono"
              {...form.bind('setupCode')}
            />
          </Field>
        ) : null}
        <Field label="Email" error={form.errors.email}>
          <Input type="email" autoComplete="username" inputMode="email" {...form.bind('email')} />
        </Field>
        <Field
          label="Password"
          help={`At least ${MIN_PASSWORD_CHARACTERS} characters. A sentence works well.`}
          error={form.errors.password}
        >
          <PasswordInput autoComplete="new-password" {...form.bind('password')} />
        </Field>
        <Button type="submit" kind="primary" size="large" busy={create.isPending}>
          {create.isPending ? 'Creating the account' : setup.needsOwner ? 'Create the owner account' : 'Create account'}
        </Button>
      </form>
      {setup.needsOwner || setup.signUp !== 'open' ? null : <OtherWays setup={setup} next="/chat" />}
    </AuthPanel>
  );
}
