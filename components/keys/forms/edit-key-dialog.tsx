'use client';

import { useRef, useState } from 'react';
import { FailureNotice } from '@/components/frame/failure-notice';
import { useForm } from '@/components/ui/form/use-form';
import { isApiFailure } from '@/lib/client/failure';
import { now } from '@/lib/client/now';
import type { Key } from '@/lib/keys/contract';
import { nameOf } from '../name-of';
import { KeyType } from '../table/key-details';
import { useUpdateKey } from '../use-key-changes';
import { FormDialog } from './form-dialog';
import { draftOf, toChange, toField, toTyped, TypedKey } from './key-draft';
import { ExpiryField, MoreFields, NameField } from './key-fields';
import { LimitFields } from './limit-fields';

/**
 * Edits everything about a key except its type. The list shows the change immediately; if the server refuses, it is
 * rolled back and the reason is shown next to its field. Mounted while open.
 */
export function EditKeyDialog({ target, onClose, onSaved }: { target: Key; onClose: () => void; onSaved: () => void }) {
  const nameRef = useRef<HTMLInputElement>(null);
  const [draft] = useState(() => draftOf(target));
  const form = useForm(draft, TypedKey, toTyped);
  const update = useUpdateKey();
  const submit = async () => {
    if (!form.check()) return false;
    const change = toChange(target, form.values, now());
    if (!change) {
      onClose();
      return true;
    }
    return update.mutateAsync(change).then(
      () => {
        onSaved();
        return true;
      },
      (thrown: unknown) => {
        if (isApiFailure(thrown)) form.showIssues(thrown.issues.map((issue) => toField(issue, form.values.expiry)));
        return false;
      },
    );
  };
  return (
    <FormDialog
      title="Edit key"
      description={
        <span className="wrap-anywhere">
          “{nameOf(target)}”, ending in {target.last6Chars}
        </span>
      }
      verb="Save changes"
      busyVerb="Saving changes"
      busy={update.isPending}
      initialFocus={nameRef}
      submit={submit}
      onClose={onClose}
    >
      {update.error && !Object.values(form.errors).some(Boolean) ? (
        <FailureNotice failure={update.error} what="No changes were saved." />
      ) : null}
      <NameField form={form} inputRef={nameRef} />
      <div>
        <p className="mb-1.5 text-sm font-medium">Type</p>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
          <KeyType type={target.apiKeyType} />
          The type of a key cannot be changed. Create another key instead.
        </p>
      </div>
      <LimitFields form={form} />
      <ExpiryField form={form} current={target.expiresAt} />
      <MoreFields form={form} unfolded={draft.diem !== '' || draft.privacy !== 'ALL'} />
    </FormDialog>
  );
}
