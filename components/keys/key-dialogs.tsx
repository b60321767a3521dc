'use client';

import type { Key } from '@/lib/keys/contract';
import { EditKeyDialog } from './forms/edit-key-dialog';
import { RevokeKeyDialog } from './forms/revoke-key-dialog';
import { RotateKeyDialog } from './rotation/rotate-key-dialog';
import type { Rotations } from './rotation/use-rotations';

/** Which dialog is open, and for which key. The key is kept as it was when the dialog opened. */
export type OpenDialog = { kind: 'edit' | 'rotate' | 'revoke'; key: Key };

/** The dialog for one key. @param onDone called with a sentence on what happened */
export default function KeyDialogs({
  open: { kind, key },
  origin,
  rotations,
  onClose,
  onDone,
}: {
  open: OpenDialog;
  origin: string;
  rotations: Rotations;
  onClose: () => void;
  onDone: (sentence: string) => void;
}) {
  const named = `The key ending in ${key.last6Chars}`;
  const revoked = () => {
    rotations.end(key.id);
    onDone(`${named} was revoked.`);
  };
  switch (kind) {
    case 'edit':
      return <EditKeyDialog target={key} onClose={onClose} onSaved={() => onDone(`${named} was updated.`)} />;
    case 'rotate':
      return <RotateKeyDialog {...{ target: key, origin, rotations, onClose }} onRotated={onDone} />;
    case 'revoke':
      return <RevokeKeyDialog target={key} onClose={onClose} onRevoked={revoked} />;
  }
}
