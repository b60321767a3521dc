'use client';

import { FailureNotice } from '@/components/frame/failure-notice';
import { ConfirmDialog } from '@/components/ui/overlay/confirm-dialog';
import type { OwnCharacter } from '@/lib/characters/contract';
import { useDeleteCharacter } from '../use-characters';

/** Deletes a character after the visitor types the end of its slug. Mounted while open. */
export default function DeleteDialog({
  target,
  onClose,
  onDeleted,
}: {
  target: OwnCharacter;
  onClose: () => void;
  onDeleted: () => void;
}) {
  const remove = useDeleteCharacter();
  return (
    <ConfirmDialog
      title="Delete character"
      description={`This deletes “${target.name}”, its prompt, and its reviews. Requests that use it will be refused. This cannot be undone.`}
      confirmation={target.slug.split('-').at(-1) ?? target.slug}
      confirmationIs="the end of its slug"
      verbs={{ keep: 'Keep character', confirm: 'Delete character', busy: 'Deleting character' }}
      busy={remove.isPending}
      failure={remove.error ? <FailureNotice failure={remove.error} /> : null}
      onConfirm={() => remove.mutate(target.id, { onSuccess: onDeleted })}
      onClose={onClose}
    />
  );
}
