'use client';

import { useId, useRef, type FormEvent, type ReactNode, type RefObject } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/overlay/dialog';
import { focusFirstError } from '@/components/ui/form/use-form';
import { mayClose } from '../secret/may-close';
import { useUnloadGuard } from '../secret/use-unload-guard';

/**
 * A form in a dialog: its fields, a way out, the verb.
 * @param secretAnswer the answer is shown this once: while it is on the way the dialog cannot be closed
 * @param submit sends it; answers false where a field is wrong, which then gets the focus
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
  // Two clicks in a row come before the first one's state is drawn.
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
