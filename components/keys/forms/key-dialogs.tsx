'use client';

import type { Key } from '@/lib/keys/contract';
import { EditKeyDialog } from './edit-key-dialog';
import { RevokeKeyDialog } from './revoke-key-dialog';
import { RotateKeyDialog } from './rotate-key-dialog';

/** Which dialog about which key is open. The key stays as it was when it was opened. */
export type OpenDialog = { kind: 'edit' | 'rotate' | 'revoke'; key: Key };

/** The dialog about one key. @param onDone is told in words what has happened */
export function KeyDialogs({
  open: { kind, key },
  origin,
  onClose,
  onDone,
}: {
  open: OpenDialog;
  origin: string;
  onClose: () => void;
  onDone: (words: string) => void;
}) {
  const named = `The key ending in ${key.last6Chars}`;
  switch (kind) {
    case 'edit':
      return <EditKeyDialog target={key} onClose={onClose} onSaved={() => onDone(`${named} is changed.`)} />;
    case 'rotate':
      return <RotateKeyDialog target={key} origin={origin} onClose={onClose} onRotated={onDone} />;
    case 'revoke':
      return <RevokeKeyDialog target={key} onClose={onClose} onRevoked={() => onDone(`${named} is revoked.`)} />;
  }
}
