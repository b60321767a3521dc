'use client';

import { useId, useRef, useState, type FormEvent } from 'react';
import { FailureNotice } from '@/components/frame/failure-notice';
import { Button } from '@/components/ui/button';
import { Field, Input } from '@/components/ui/field';
import { Dialog } from '@/components/ui/overlay/dialog';
import type { Key } from '@/lib/keys/contract';
import { useRevokeKey } from './use-keys';

/** Ends a key after its last six characters were typed. Mounted while open. */
export function RevokeKeyDialog({
  target,
  onClose,
  onRevoked,
}: {
  target: Key;
  onClose: () => void;
  onRevoked: () => void;
}) {
  const formId = useId();
  const inputRef = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [wrong, setWrong] = useState(false);
  const revoke = useRevokeKey();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const right = typed.trim() === target.last6Chars;
    setWrong(!right);
    if (!right) return inputRef.current?.focus();
    if (!revoke.isPending) revoke.mutate(target.id, { onSuccess: onRevoked });
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      initialFocus={inputRef}
      title="Revoke key"
      description={
        <span className="wrap-anywhere">
          “{target.description || 'Without a name'}” stops working at once. Requests that are running are finished. This
          cannot be undone.
        </span>
      }
      footer={
        <>
          <Button kind="plain" onClick={onClose}>
            Keep key
          </Button>
          <Button type="submit" form={formId} kind="danger" busy={revoke.isPending}>
            {revoke.isPending ? 'Revoking key' : 'Revoke key'}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-4">
        {revoke.error ? <FailureNotice failure={revoke.error} /> : null}
        <Field
          label={
            <>
              Type <span className="font-mono">{target.last6Chars}</span>, the end of the key, to confirm
            </>
          }
          error={wrong ? `Must be ${target.last6Chars}` : undefined}
        >
          <Input
            ref={inputRef}
            value={typed}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            className="font-mono"
            onChange={(event) => {
              setTyped(event.target.value);
              setWrong(false);
            }}
          />
        </Field>
      </form>
    </Dialog>
  );
}
