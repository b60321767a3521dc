'use client';

import { useId, useRef, type FormEvent, type ReactNode, type RefObject } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/overlay/dialog';
import { focusFirstError } from '@/components/ui/form/use-form';
import { mayClose } from '../secret/may-close';
import { useUnloadGuard } from '../secret/use-unload-guard';

/**
 * A form in a dialog: its fields, Cancel, and a submit button.
 * @param secretAnswer the response is shown only once, so the dialog cannot be closed while waiting for it
 * @param submit submits the form; returns false if a field is invalid, which then gets the focus
 */
export function FormDialog({
  title,
  description,
  verb,
  busyVerb,
  busy,
  secretAnswer = false,
  initialFocus,
  submit,
  onClose,
  children,
}: {
  title: string;
  description?: ReactNode;
  verb: string;
  busyVerb: string;
  busy: boolean;
  secretAnswer?: boolean;
  initialFocus?: RefObject<HTMLElement | null>;
  submit: () => Promise<boolean>;
  onClose: () => void;
  children: ReactNode;
}) {
  const formId = useId();
  const isHeld = !mayClose({ busy, secretAnswer });
  useUnloadGuard(isHeld);
  // A second click may arrive before the first one's state has rendered.
  const sending = useRef(false);
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const element = event.currentTarget;
    if (busy || sending.current) return;
    sending.current = true;
    const sent = await submit().finally(() => (sending.current = false));
    if (!sent) focusFirstError(element);
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open && !isHeld) onClose();
      }}
      title={title}
      description={description}
      initialFocus={initialFocus}
      footer={
        <>
          <Button kind="plain" busy={isHeld} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} kind="primary" busy={busy}>
            {busy ? busyVerb : verb}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={(event) => void onSubmit(event)} className="flex flex-col gap-5">
        {children}
      </form>
    </Dialog>
  );
}
