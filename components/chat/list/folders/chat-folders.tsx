'use client';

import { useId, useMemo } from 'react';
import { showToast } from '@/components/ui/toast/toast';
import { shortTitle } from '@/lib/client/chat/conversation';
import { foldersOf } from '@/lib/client/chat/folders';
import type { Chat } from '@/lib/client/chat/types';
import type { ChatListProps } from '../chat-list-props';
import { ChatRow } from './chat-row';
import { focusRow } from './focus-row';
import { exportChats } from '../use-chat-files';
import { useToday } from './use-today';

/** How long a deletion can be undone. */
const UNDO_MS = 8_000;

/** The chats in folders, whose headings stick while their chats scroll. */
export function ChatFolders({
  accountId,
  chats,
  openId,
  actions,
  onOpen,
}: ChatListProps & { onOpen: (chat: Chat) => void }) {
  const id = useId();
  const at = useToday();
  const folders = useMemo(() => foldersOf(chats, at), [chats, at]);
  const rowId = (chat: Chat) => `${id}-${chat.id}`;
  const remove = async (chat: Chat) => {
    const rows = folders.flatMap(({ chats: within }) => within);
    const index = rows.indexOf(chat);
    const neighbor = rows[index + 1] ?? rows[index - 1];
    const undo = await actions.remove(chat.id);
    if (neighbor) focusRow(rowId(neighbor));
    // Next to the list, and not over the composer.
    showToast('message', `Deleted “${shortTitle(chat.title)}”`, {
      duration: UNDO_MS,
      position: 'bottom-left',
      action: { label: 'Undo', onClick: () => void undo() },
    });
  };
  const pin = (chat: Chat, pinned: boolean) => {
    actions.pin(chat.id, pinned);
    // The row moves to another folder and keeps the focus.
    focusRow(rowId(chat));
  };
  return (
    <div
      className="relative -mx-2 mt-1 flex min-h-0 flex-1 flex-col overflow-y-auto overscroll-contain px-2 pb-2"
      data-testid="chat-list"
    >
      {folders.map(({ label, chats: within }, index) => (
        <div key={label}>
          <h2
            id={`${id}-${index}`}
            className="sticky top-0 z-10 bg-paper px-2 pt-3 pb-1 text-xs font-medium text-muted in-[[role=dialog]]:bg-surface"
          >
            {label}
          </h2>
          <ul aria-labelledby={`${id}-${index}`} className="flex flex-col gap-px">
            {within.map((chat) => (
              <ChatRow
                key={chat.id}
                id={rowId(chat)}
                chat={chat}
                current={chat.id === openId}
                onOpen={() => onOpen(chat)}
                onPin={(pinned) => pin(chat, pinned)}
                onRename={(title) => actions.rename(chat.id, title)}
                onExport={(form) => void exportChats(accountId, chat.id, form)}
                onRemove={() => void remove(chat)}
              />
            ))}
          </ul>
        </div>
      ))}
    </div>
  );
}
