'use client';

import { useRouter } from 'next/navigation';
import { useState, type FormEvent } from 'react';
import { PasswordInput } from '@/components/account/password-input';
import { FailureNotice } from '@/components/frame/failure-notice';
import { Button } from '@/components/ui/button';
import { Field, Input } from '@/components/ui/field';
import { formatUtc } from '@/components/ui/show/relative-time';
import { focusFirstError, useForm } from '@/components/ui/form/use-form';
import type { AccountView } from '@/lib/accounts/contract';
import { isApiFailure } from '@/lib/client/failure';
import { ChangeAccount, MAX_NAME_CHARACTERS } from '@/lib/profile/contract';
import { Outcome, Section } from './section';
import { coversFailure } from './covers-failure';
import { useChangeAccount } from './use-account';

type Values = { name: string; email: string; currentPassword: string };

/** Sends only what differs; the password is only needed to change the email. */
function toChange(values: Values, account: AccountView): ChangeAccount {
  const name = values.name.trim() || null;
  const email = values.email.trim().toLowerCase();
  const isNewEmail = email !== (account.email ?? '');
  return {
    ...(name === account.name ? {} : { name }),
    ...(isNewEmail ? { email } : {}),
    ...(isNewEmail && account.hasPassword ? { currentPassword: values.currentPassword } : {}),
  };
}

/** Name and email. */
export function ProfileSection({ account }: { account: AccountView }) {
  const router = useRouter();
  const initial = { name: account.name ?? '', email: account.email ?? '', currentPassword: '' };
  const form = useForm<Values>(initial, ChangeAccount, (values) => {
    const change = toChange(values, account);
    // Having nothing to send is not an error.
    return Object.keys(change).length === 0 ? { name: account.name } : change;
  });
  const [said, setSaid] = useState('');
  const change = useChangeAccount();
  const wanted = toChange(form.values, account);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (change.isPending) return;
    const element = event.currentTarget;
    change.reset();
    setSaid('');
    if (!form.check()) return focusFirstError(element);
    if (Object.keys(wanted).length === 0) return setSaid('No changes to save.');
    try {
      const saved = await change.mutateAsync(wanted);
      form.set('name', saved.name ?? '');
      form.set('email', saved.email ?? '');
      form.set('currentPassword', '');
      setSaid('Saved.');
      // The layout around the page shows who is signed in.
      router.refresh();
    } catch (thrown) {
      if (isApiFailure(thrown) && form.showIssues(thrown.issues).length < thrown.issues.length)
        focusFirstError(element);
    }
  };
  const needsPassword = wanted.currentPassword !== undefined;
  const rendered = needsPassword ? ['name', 'email', 'currentPassword'] : ['name', 'email'];
  return (
    <Section title="Profile" sentence={<AccountSummary account={account} />}>
      <form
        method="post"
        noValidate
        onSubmit={(event) => void submit(event)}
        className="flex max-w-form flex-col gap-4"
      >
        {change.error && !coversFailure(change.error, rendered) ? <FailureNotice failure={change.error} /> : null}
        <Field
          label="Name"
          help={`Your display name. At most ${MAX_NAME_CHARACTERS} characters.`}
          error={form.errors.name}
        >
          <Input autoComplete="name" {...form.bind('name')} />
        </Field>
        <Field label="Email" help="Used to sign in." error={form.errors.email}>
          <Input type="email" inputMode="email" autoComplete="username" {...form.bind('email')} />
        </Field>
        {needsPassword ? (
          <Field
            label="Your password"
            help="Required to change the email. You stay signed in everywhere."
            error={form.errors.currentPassword}
          >
            <PasswordInput autoComplete="current-password" {...form.bind('currentPassword')} />
          </Field>
        ) : null}
        <div className="flex flex-wrap items-center gap-4">
          <Button type="submit" kind="primary" busy={change.isPending}>
            {change.isPending ? 'Saving' : 'Save profile'}
          </Button>
          <Outcome>{said}</Outcome>
        </div>
      </form>
    </Section>
  );
}

/** A one-sentence summary of the account. */
function AccountSummary({ account: { role, tier, pro, walletAddress, createdAt } }: { account: AccountView }) {
  const kind = role === 'owner' ? 'Owner of this installation' : 'Member';
  return (
    <>
      {kind}
      {tier === 'partner' ? ', partner limits' : ''}
      {pro ? ', Pro models' : ''}, since{' '}
      <time dateTime={createdAt} title={formatUtc(createdAt)} className="whitespace-nowrap">
        {createdAt.slice(0, 10)}
      </time>
      .{walletAddress ? <span className="figure-text block truncate text-sm">{walletAddress}</span> : null}
    </>
  );
}
