'use client';

import { useId, useRef, type FormEvent } from 'react';
import { goTo } from '@/components/account/enter';
import { PasswordInput } from '@/components/account/password-input';
import { FailureNotice } from '@/components/frame/failure-notice';
import { Button } from '@/components/ui/button';
import { Field, Input } from '@/components/ui/field';
import { Dialog } from '@/components/ui/overlay/dialog';
import { useLatch } from '@/components/ui/form/use-latch';
import { focusFirstError, useForm } from '@/components/ui/form/use-form';
import type { AccountView } from '@/lib/accounts/contract';
import { isApiFailure } from '@/lib/client/failure';
import { DeleteAccount } from '@/lib/profile/contract';
import { Losses } from './losses';
import { coversFailure } from './covers-failure';
import { useDeleteAccount } from './use-account';

type Values = { confirm: string; currentPassword: string };

/** Lists what will be lost, and deletes the account after its email and password are entered. Mounted while open. */
export function DeleteAccountDialog({ account, onClose }: { account: AccountView; onClose: () => void }) {
  const formId = useId();
  const inputRef = useRef<HTMLInputElement>(null);
  const expected = account.email ?? account.walletAddress ?? '';
  const toInput = ({ confirm, currentPassword }: Values): DeleteAccount =>
    account.hasPassword ? { confirm: confirm.trim(), currentPassword } : { confirm: confirm.trim() };
  const sure = DeleteAccount.refine(({ confirm }) => confirm === expected, {
    path: ['confirm'],
    message: `Must be ${expected}`,
    // Also if the password is missing: both are reported together.
    when: () => true,
  });
  const form = useForm<Values>({ confirm: '', currentPassword: '' }, sure, toInput);
  const remove = useDeleteAccount(account.id);
  const begin = useLatch(remove.isPending || remove.isSuccess);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const element = event.currentTarget;
    if (!form.check()) return focusFirstError(element);
    if (!begin()) return;
    try {
      await remove.mutateAsync(toInput(form.values));
      goTo('/sign-in?deleted=1');
    } catch (thrown) {
      if (isApiFailure(thrown) && form.showIssues(thrown.issues).length < thrown.issues.length)
        focusFirstError(element);
    }
  };
  const rendered = account.hasPassword ? ['confirm', 'currentPassword'] : ['confirm'];
  const busy = remove.isPending || remove.isSuccess;
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      initialFocus={inputRef}
      title="Delete account"
      description="This cannot be undone. The email can be used for a new account afterward."
      footer={
        <>
          <Button kind="plain" onClick={onClose}>
            Keep account
          </Button>
          <Button type="submit" form={formId} kind="danger" busy={busy}>
            {busy ? 'Deleting account' : 'Delete account'}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        method="post"
        noValidate
        onSubmit={(event) => void submit(event)}
        className="flex flex-col gap-5"
      >
        {remove.error && !coversFailure(remove.error, rendered) ? <FailureNotice failure={remove.error} /> : null}
        <Losses />
        <Field
          label={
            <>
              Type <span className="font-mono wrap-anywhere">{expected}</span> to confirm
            </>
          }
          error={form.errors.confirm}
        >
          <Input
            ref={inputRef}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            className="font-mono"
            {...form.bind('confirm')}
          />
        </Field>
        {account.hasPassword ? (
          <Field label="Your password" error={form.errors.currentPassword}>
            <PasswordInput autoComplete="current-password" {...form.bind('currentPassword')} />
          </Field>
        ) : null}
      </form>
    </Dialog>
  );
}
