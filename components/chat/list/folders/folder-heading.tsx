'use client';

import { ChevronRight, Ellipsis, Pencil, Trash2 } from 'lucide-react';
import { classNames } from '@/components/ui/class-names';
import { IconButton } from '@/components/ui/icon-button';
import { Menu, MenuItem } from '@/components/ui/overlay/menu';
import { MAX_FOLDER_NAME } from '@/lib/client/chat/folders/own-folders';
import { focusRow } from './focus-row';
import { RenameField } from './rename-field';

/** The heading of a folder that the user made: opens and closes it, and has a menu to rename and delete it. */
export function FolderHeading({
  id,
  name,
  count,
  closed,
  renaming,
  onToggle,
  onRename,
  onNamed,
  onDelete,
}: {
  /** The ID of the heading; that of its button ends in `-button`. */
  id: string;
  name: string;
  count: number;
  closed: boolean;
  renaming: boolean;
  onToggle: () => void;
  /** Starts renaming. */
  onRename: () => void;
  /** Called with the new name; null to keep the old one. */
  onNamed: (name: string | null) => void;
  onDelete: () => void;
}) {
  if (renaming) {
    const end = (given: string | null, hadFocus: boolean) => {
      onNamed(given === null ? null : given.trim().slice(0, MAX_FOLDER_NAME));
      if (hadFocus) focusRow(`${id}-button`);
    };
    return (
      <div className="pt-2 pb-1">
        <RenameField title={name} label="Folder name" onEnd={end} />
      </div>
    );
  }
  return (
    <div className="group sticky top-0 z-10 flex items-center bg-paper pt-2 in-[[role=dialog]]:bg-surface">
      <h2 id={id} className="min-w-0 flex-1 text-xs font-medium">
        <button
          id={`${id}-button`}
          type="button"
          aria-expanded={!closed}
          title={name}
          onClick={onToggle}
          onDoubleClick={onRename}
          className="flex min-h-8 w-full items-center gap-1 rounded-control px-1 text-left text-muted -outline-offset-2 transition-[color] hover:text-ink pointer-coarse:min-h-touch"
        >
          <ChevronRight
            aria-hidden
            className={classNames('size-3.5 shrink-0 transition-transform', !closed && 'rotate-90')}
          />
          <span className="min-w-0 truncate">{name}</span>
          <span className="figure-text shrink-0 font-normal">
            <span className="sr-only">, chats: </span>
            {count}
          </span>
        </button>
      </h2>
      <Menu
        trigger={
          <IconButton
            size="small"
            tooltip={false}
            label={`Actions for the folder “${name}”`}
            icon={<Ellipsis />}
            className="pointer-fine:opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 data-popup-open:opacity-100"
          />
        }
        align="start"
      >
        <MenuItem icon={<Pencil aria-hidden />} onSelect={onRename}>
          Rename folder
        </MenuItem>
        <MenuItem icon={<Trash2 aria-hidden />} danger onSelect={onDelete}>
          Delete folder
        </MenuItem>
      </Menu>
    </div>
  );
}
