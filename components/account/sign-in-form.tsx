'use client';

import { useState, type FormEvent } from 'react';
import { z } from 'zod';
import { FailureNotice } from '@/components/frame/failure-notice';
import { Button } from '@/components/ui/button';
import { Field, Input } from '@/components/ui/field';
import { useHydratedForm } from '@/components/ui/form/use-hydrated-form';
import { focusFirstError, useForm } from '@/components/ui/form/use-form';
import { Email, type SetupView } from '@/lib/accounts/contract';
import { apiFailure, type ApiFailure } from '@/lib/client/failure';
import { AuthPanel } from './auth-panel';
import { goTo, startSession } from './enter';
import { PasswordInput } from './password-input';
import { OtherWays } from './services/other-ways';
import { TextLink } from './text-link';
import { useSetup } from './use-setup';

/** Only checks the form: whether email and password match is up to the server. */
const SignIn = z.object({ email: Email, password: z.string().min(1, 'Enter your password') });

/**
 * Sign-in with email and password, or with another service.
 * @param next where it leads, a path of this site
 * @param notice a sentence above the form, e.g. that the password was changed
 * @param refusal why a sign-in with another service failed
 */
export function SignInForm({
  next,
  notice,
  refusal,
}: {
  next: string;
  notice?: string | undefined;
  refusal?: string | undefined;
}) {
  const setup = useSetup();
  const form = useForm({ email: '', password: '' }, SignIn);
  const { ref, hydrated } = useHydratedForm(form);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ApiFailure | null>(refusal ? apiFailure({ message: refusal }) : null);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const element = event.currentTarget;
    setFailure(null);
    if (!form.check()) return focusFirstError(element);
    setBusy(true);
    const refused = await startSession(form.values.email, form.values.password);
    if (refused === null) return goTo(next);
    setBusy(false);
    setFailure(refused);
  };
  return (
    <AuthPanel
      title="Sign in"
      sentence="Access your chats, keys, and balance."
      footer={<NoAccount setup={setup.data} />}
    >
      <form ref={ref} method="post" noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
        {notice ? (
          <p role="status" className="rounded-panel border border-go/40 bg-go/5 p-3">
            {notice}
          </p>
        ) : null}
        {failure ? <FailureNotice failure={failure} /> : null}
        <Field label="Email" error={form.errors.email}>
          <Input type="email" autoComplete="username" inputMode="email" autoFocus {...form.bind('email')} />
        </Field>
        <Field label="Password" error={form.errors.password}>
          <PasswordInput autoComplete="current-password" {...form.bind('password')} />
        </Field>
        <Button type="submit" kind="primary" size="large" busy={busy} disabled={!hydrated}>
          {busy ? 'Signing in' : 'Sign in'}
        </Button>
      </form>
      {setup.data && !setup.data.needsOwner ? <OtherWays setup={setup.data} next={next} /> : null}
    </AuthPanel>
  );
}

/** For visitors who have no account or forgot their password. */
function NoAccount({ setup }: { setup: SetupView | undefined }) {
  if (setup?.needsOwner) {
    return (
      <>
        There are no accounts yet. <TextLink href="/sign-up">Create the owner account</TextLink>
      </>
    );
  }
  if (setup && setup.signUp !== 'open') {
    return 'The operator creates accounts, and can send you a link to reset your password.';
  }
  return (
    <>
      No account yet? <TextLink href="/sign-up">Create one</TextLink>. Forgot your password? Ask the operator for a
      reset link.
    </>
  );
}
