'use client';

import { Ban, Ellipsis, PanelRight, Pencil, RefreshCw } from 'lucide-react';
import { IconButton } from '@/components/ui/icon-button';
import { Menu, MenuItem, MenuSeparator } from '@/components/ui/overlay/menu';
import type { Key } from '@/lib/keys/contract';
import { nameOf } from '../name-of';

/** The actions on a key. */
export type KeyVerbs = {
  onOpen: (key: Key) => void;
  onEdit: (key: Key) => void;
  onRotate: (key: Key) => void;
  onRevoke: (key: Key) => void;
};

/** A row's actions; with a mouse they appear on hover and focus, on touch screens always. */
export function KeyActions({ entry, verbs }: { entry: Key; verbs: KeyVerbs }) {
  return (
    <Menu
      trigger={
        <IconButton
          label={`Actions for ${nameOf(entry)}, ending in ${entry.last6Chars}`}
          icon={<Ellipsis />}
          tooltip={false}
          className="sm:pointer-fine:opacity-0 sm:pointer-fine:group-focus-within:opacity-100 sm:pointer-fine:group-hover:opacity-100 sm:pointer-fine:focus-visible:opacity-100 data-popup-open:opacity-100!"
        />
      }
    >
      <MenuItem icon={<PanelRight aria-hidden />} onSelect={() => verbs.onOpen(entry)}>
        Details
      </MenuItem>
      <MenuItem icon={<Pencil aria-hidden />} onSelect={() => verbs.onEdit(entry)}>
        Edit
      </MenuItem>
      <MenuItem icon={<RefreshCw aria-hidden />} onSelect={() => verbs.onRotate(entry)}>
        Rotate
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={<Ban aria-hidden />} danger onSelect={() => verbs.onRevoke(entry)}>
        Revoke
      </MenuItem>
    </Menu>
  );
}
