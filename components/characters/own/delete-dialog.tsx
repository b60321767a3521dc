'use client';

import { useId, useRef, useState, type FormEvent } from 'react';
import { FailureNotice } from '@/components/frame/failure-notice';
import { Button } from '@/components/ui/button';
import { Field, Input } from '@/components/ui/field';
import { Dialog } from '@/components/ui/overlay/dialog';
import type { OwnCharacter } from '@/lib/characters/contract';
import { useDeleteCharacter } from '../use-characters';

/** Deletes a character after the end of its slug was typed. Mounted while open. */
export function DeleteDialog({
  target,
  onClose,
  onDeleted,
}: {
  target: OwnCharacter;
  onClose: () => void;
  onDeleted: () => void;
}) {
  const formId = useId();
  const inputRef = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [wrong, setWrong] = useState(false);
  const remove = useDeleteCharacter();
  const end = target.slug.split('-').at(-1) ?? target.slug;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const right = typed.trim() === end;
    setWrong(!right);
    if (!right) return inputRef.current?.focus();
    if (!remove.isPending) remove.mutate(target.id, { onSuccess: onDeleted });
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      initialFocus={inputRef}
      title="Delete character"
      description={
        <span className="wrap-anywhere">
          “{target.name}” goes with its prompt and its reviews. Requests that name it are refused from then on. This
          cannot be undone.
        </span>
      }
      footer={
        <>
          <Button kind="plain" onClick={onClose}>
            Keep character
          </Button>
          <Button type="submit" form={formId} kind="danger" busy={remove.isPending}>
            {remove.isPending ? 'Deleting character' : 'Delete character'}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-4">
        {remove.error ? <FailureNotice failure={remove.error} /> : null}
        <Field
          label={
            <>
              Type <span className="font-mono">{end}</span>, the end of its slug, to confirm
            </>
          }
          error={wrong ? `Must be ${end}` : undefined}
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
