'use client';

import { Columns2, Ellipsis, FileDown, FileText, Folder, FolderPlus, Pencil, Pin, PinOff, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { classNames } from '@/components/ui/class-names';
import { IconButton } from '@/components/ui/icon-button';
import { Menu, MenuItem, MenuRadioGroup, MenuSeparator } from '@/components/ui/overlay/menu';
import type { Chat } from '@/lib/client/chat/types';
import { startDrag } from './drag-chats';
import { focusRow } from './focus-row';
import type { SavedForm } from '../export-chats';
import { RenameField } from './rename-field';

const NO_FOLDER = 'none';

/** One chat in the list: opens it, and has a menu to pin, rename, move, export, and delete it. It can be dragged. */
export function ChatRow({
  id,
  chat,
  current,
  folders,
  onOpen,
  onPin,
  onMove,
  onMoveToNew,
  onRename,
  onExport,
  onDelete,
}: {
  /** The ID of the button that opens the chat. */
  id: string;
  chat: Chat;
  current: boolean;
  /** The names of the user's folders. */
  folders: readonly string[];
  onOpen: () => void;
  onPin: (pinned: boolean) => void;
  onMove: (folder: string | null) => void;
  onMoveToNew: () => void;
  onRename: (title: string) => void;
  onExport: (form: SavedForm) => void;
  onDelete: () => void;
}) {
  const [renaming, setRenaming] = useState(false);
  const pinned = chat.pinned !== undefined;
  if (renaming) {
    const end = (title: string | null, hadFocus: boolean) => {
      setRenaming(false);
      if (title !== null && title.trim() !== '') onRename(title.trim());
      if (hadFocus) focusRow(id);
    };
    return (
      <li className="rounded-control bg-ink/6 p-1">
        <RenameField title={chat.title} onEnd={end} />
      </li>
    );
  }
  return (
    <li
      draggable
      onDragStart={(event) => startDrag(event, chat.id)}
      className={classNames(
        'group relative flex items-center rounded-control transition-[background-color]',
        current ? 'bg-ink/8' : 'hover:bg-ink/5 focus-within:bg-ink/5',
      )}
    >
      <button
        id={id}
        type="button"
        aria-current={current ? 'page' : undefined}
        title={chat.title}
        onClick={onOpen}
        onDoubleClick={() => setRenaming(true)}
        className={classNames(
          'min-h-8 min-w-0 flex-1 truncate rounded-control px-2 py-1.5 text-left -outline-offset-2 group-focus-within:pr-9 group-hover:pr-9 pointer-coarse:min-h-touch pointer-coarse:pr-12',
          current ? 'font-medium' : 'text-ink/85',
        )}
      >
        {chat.compared === undefined ? null : (
          <Columns2 aria-label="Comparison" className="mr-1.5 inline size-3.5 align-[-2px] text-muted" />
        )}
        {chat.title}
      </button>
      <Menu
        trigger={
          <IconButton
            size="small"
            tooltip={false}
            label={`Actions for “${chat.title}”`}
            icon={<Ellipsis />}
            className="absolute right-0 pointer-fine:opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 data-popup-open:opacity-100"
          />
        }
        align="start"
      >
        <MenuItem icon={pinned ? <PinOff aria-hidden /> : <Pin aria-hidden />} onSelect={() => onPin(!pinned)}>
          {pinned ? 'Unpin' : 'Pin'}
        </MenuItem>
        <MenuItem icon={<Pencil aria-hidden />} onSelect={() => setRenaming(true)}>
          Rename
        </MenuItem>
        <MenuItem icon={<FileText aria-hidden />} onSelect={() => onExport('markdown')}>
          Export as Markdown
        </MenuItem>
        <MenuItem icon={<FileDown aria-hidden />} onSelect={() => onExport('json')}>
          Export as JSON
        </MenuItem>
        <MenuSeparator />
        {folders.length > 0 ? (
          <MenuRadioGroup
            label="Folder"
            // The first character distinguishes a folder from none.
            value={chat.folder === undefined ? NO_FOLDER : `=${chat.folder}`}
            onChange={(value) => onMove(value === NO_FOLDER ? null : value.slice(1))}
            options={[
              { value: NO_FOLDER, label: 'None' },
              ...folders.map((name) => ({ value: `=${name}`, label: name, icon: <Folder aria-hidden /> })),
            ]}
          />
        ) : null}
        <MenuItem icon={<FolderPlus aria-hidden />} onSelect={onMoveToNew}>
          Move to new folder
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon={<Trash2 aria-hidden />} danger onSelect={onDelete}>
          Delete
        </MenuItem>
      </Menu>
    </li>
  );
}
