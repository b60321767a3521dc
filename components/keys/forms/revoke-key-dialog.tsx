'use client';

import { FailureNotice } from '@/components/frame/failure-notice';
import { ConfirmDialog } from '@/components/ui/overlay/confirm-dialog';
import type { Key } from '@/lib/keys/contract';
import { nameOf } from '../name-of';
import { useRevokeKey } from '../use-key-changes';

/** Revokes a key after the visitor types its last six characters. Mounted while open. */
export function RevokeKeyDialog({
  target,
  onClose,
  onRevoked,
}: {
  target: Key;
  onClose: () => void;
  onRevoked: () => void;
}) {
  const revoke = useRevokeKey();
  return (
    <ConfirmDialog
      title="Revoke key"
      description={`“${nameOf(target)}” stops working immediately. Running requests finish. This cannot be undone.`}
      confirmation={target.last6Chars}
      confirmationIs="the end of the key"
      verbs={{ keep: 'Keep key', confirm: 'Revoke key', busy: 'Revoking key' }}
      busy={revoke.isPending}
      failure={revoke.error ? <FailureNotice failure={revoke.error} /> : null}
      onConfirm={() => revoke.mutate(target.id, { onSuccess: onRevoked })}
      onClose={onClose}
    />
  );
}
