'use client';

import { Columns2, Ellipsis, Pencil, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { classNames } from '@/components/ui/class-names';
import { IconButton } from '@/components/ui/icon-button';
import { Menu, MenuItem } from '@/components/ui/overlay/menu';
import type { Chat } from '@/lib/client/chat/types';

/** One chat of the list: opens it; renames and deletes it from its menu. */
export function ChatRow({
  chat,
  current,
  onOpen,
  onRename,
  onRemove,
}: {
  chat: Chat;
  current: boolean;
  onOpen: () => void;
  onRename: (title: string) => void;
  onRemove: () => void;
}) {
  const [renaming, setRenaming] = useState(false);
  if (renaming) {
    const end = (title: string | null) => {
      setRenaming(false);
      if (title !== null && title.trim() !== '') onRename(title.trim());
    };
    return (
      <li className="rounded-control bg-ink/6 p-1">
        <Rename title={chat.title} onEnd={end} />
      </li>
    );
  }
  return (
    <li
      className={classNames(
        'group relative flex items-center rounded-control transition-[background-color]',
        current ? 'bg-ink/8' : 'hover:bg-ink/5 focus-within:bg-ink/5',
      )}
    >
      <button
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
            label={`More about “${chat.title}”`}
            icon={<Ellipsis />}
            className="absolute right-0 pointer-fine:opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 data-popup-open:opacity-100"
          />
        }
        align="start"
      >
        <MenuItem icon={<Pencil aria-hidden />} onSelect={() => setRenaming(true)}>
          Rename
        </MenuItem>
        <MenuItem icon={<Trash2 aria-hidden />} danger onSelect={onRemove}>
          Delete
        </MenuItem>
      </Menu>
    </li>
  );
}

/** The title as a field: Enter or leaving it keeps, Escape drops. */
function Rename({ title, onEnd }: { title: string; onEnd: (title: string | null) => void }) {
  const [text, setText] = useState(title);
  const field = useRef<HTMLInputElement>(null);
  const ended = useRef(false);
  useEffect(() => {
    // After the menu gave the focus back to its button, which is gone by then.
    const timer = setTimeout(() => {
      field.current?.focus();
      field.current?.select();
    });
    return () => clearTimeout(timer);
  }, []);
  const end = (kept: string | null) => {
    if (ended.current) return;
    ended.current = true;
    onEnd(kept);
  };
  return (
    <input
      ref={field}
      aria-label="Title of this chat"
      value={text}
      maxLength={200}
      onChange={(event) => setText(event.target.value)}
      onBlur={() => end(text)}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return;
        if (event.key === 'Enter') end(text);
        if (event.key === 'Escape') {
          event.stopPropagation();
          end(null);
        }
      }}
      className="h-7 w-full rounded-control bg-surface px-2 text-base -outline-offset-2 pointer-coarse:h-touch pointer-coarse:text-lg"
    />
  );
}
