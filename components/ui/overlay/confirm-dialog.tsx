'use client';

import { useId, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { Button } from '../button';
import { Field, Input } from '../field';
import { useLatch } from '../form/use-latch';
import { Dialog } from './dialog';

/**
 * Requires typing a text before something that cannot be undone. Mounted while open.
 * @param confirmation the text to type; `confirmationIs` says where it is from, e.g. `the end of the key`
 * @param verbs the buttons' labels: cancel, confirm, and confirm while busy
 * @param failure why it failed, as a notice
 */
export function ConfirmDialog({
  title,
  description,
  confirmation,
  confirmationIs,
  verbs,
  busy,
  failure,
  onConfirm,
  onClose,
}: {
  title: string;
  description: ReactNode;
  confirmation: string;
  confirmationIs: string;
  verbs: { keep: string; confirm: string; busy: string };
  busy: boolean;
  failure?: ReactNode;
  onConfirm: () => void;
  onClose: () => void;
}) {
  const formId = useId();
  const inputRef = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [wrong, setWrong] = useState(false);
  const begin = useLatch(busy);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const right = typed.trim() === confirmation;
    setWrong(!right);
    if (!right) return inputRef.current?.focus();
    if (begin()) onConfirm();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      initialFocus={inputRef}
      title={title}
      description={<span className="wrap-anywhere">{description}</span>}
      footer={
        <>
          <Button kind="plain" onClick={onClose}>
            {verbs.keep}
          </Button>
          <Button type="submit" form={formId} kind="danger" busy={busy}>
            {busy ? verbs.busy : verbs.confirm}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-4">
        {failure}
        <Field
          label={
            <>
              Type <span className="font-mono">{confirmation}</span>, {confirmationIs}, to confirm
            </>
          }
          error={wrong ? `Must be ${confirmation}` : undefined}
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
