'use client';

import { useRef, useState } from 'react';
import { FailureNotice } from '@/components/frame/failure-notice';
import { useForm } from '@/components/ui/form/use-form';
import { isApiFailure } from '@/lib/client/failure';
import { now } from '@/lib/client/now';
import type { Key } from '@/lib/keys/contract';
import { SavedKeyDialog } from '../secret/saved-key-dialog';
import { useCreateKey } from '../use-key-changes';
import { FormDialog } from './form-dialog';
import { EMPTY_DRAFT, toField, toNewKey, toTyped, TypedKey } from './key-draft';
import { ExpiryField, MoreFields, NameField } from './key-fields';
import { LimitFields } from './limit-fields';
import { TypeChoice } from './type-choice';

/** Creates a key, then shows its secret once. Mounted while open. */
export default function CreateKeyDialog({ origin, onClose }: { origin: string; onClose: () => void }) {
  const nameRef = useRef<HTMLInputElement>(null);
  const form = useForm(EMPTY_DRAFT, TypedKey, toTyped);
  const [type, setType] = useState<Key['apiKeyType']>('INFERENCE');
  const create = useCreateKey();
  if (create.data) return <SavedKeyDialog created={create.data} origin={origin} onClose={onClose} />;

  const submit = async () => {
    if (!form.check()) return false;
    const sent = create.mutateAsync(toNewKey(form.values, type, now()));
    return sent.then(
      () => true,
      (thrown: unknown) => {
        if (isApiFailure(thrown)) form.showIssues(thrown.issues.map((issue) => toField(issue, form.values.expiry)));
        return false;
      },
    );
  };
  return (
    <FormDialog
      title="Create key"
      verb="Create key"
      busyVerb="Creating key"
      busy={create.isPending}
      secretAnswer
      initialFocus={nameRef}
      submit={submit}
      onClose={onClose}
    >
      {create.error && !Object.values(form.errors).some(Boolean) ? <FailureNotice failure={create.error} /> : null}
      <NameField form={form} inputRef={nameRef} />
      <TypeChoice value={type} onChange={setType} />
      <LimitFields form={form} />
      <ExpiryField form={form} />
      <MoreFields form={form} />
    </FormDialog>
  );
}
