'use client';

import { useId, useMemo, useState, type ReactNode } from 'react';
import { classNames } from '@/components/ui/class-names';
import { showToast } from '@/components/ui/toast/toast';
import { shortTitle } from '@/lib/client/chat/conversation';
import { groupsOf, type ChatGroup } from '@/lib/client/chat/folders/folders';
import type { Chat } from '@/lib/client/chat/types';
import type { ChatListProps } from '../chat-list-props';
import { ChatRow } from './chat-row';
import { dropTarget } from './drag-chats';
import { focusRow } from './focus-row';
import { FolderHeading } from './folder-heading';
import { exportChats } from '../export-chats';
import { useOwnFolders } from './use-own-folders';
import { useToday } from './use-today';

/** How long a deletion can be undone. */
const UNDO_MS = 8_000;

/** The chats in folders: those that the user made, then by date. The headings stick while their chats scroll. */
export function ChatFolders({
  accountId,
  chats,
  openId,
  actions,
  renaming,
  onRenaming,
  onOpen,
}: ChatListProps & {
  /** The folder whose name is being edited. */
  renaming: string | null;
  onRenaming: (folder: string | null) => void;
  onOpen: (chat: Chat) => void;
}) {
  const id = useId();
  const at = useToday();
  const own = useOwnFolders(accountId, chats, actions);
  const folders = useMemo(() => groupsOf(chats, at, own.names), [chats, at, own.names]);
  const rowId = (chat: Chat) => `${id}-${chat.id}`;
  const deleteOne = async (chat: Chat) => {
    const rows = folders.flatMap(({ chats: within }) => within);
    const index = rows.indexOf(chat);
    const neighbor = rows[index + 1] ?? rows[index - 1];
    const undo = await actions.deleteChat(chat.id);
    if (neighbor) focusRow(rowId(neighbor));
    undoable(`Deleted “${shortTitle(chat.title)}”`, () => void undo());
  };
  const pin = (chat: Chat, pinned: boolean) => {
    actions.pin(chat.id, pinned);
    // The row moves to another folder and keeps the focus.
    focusRow(rowId(chat));
  };
  const move = (chat: Chat, folder: string | null) => {
    actions.move(chat.id, folder);
    if (folder !== null && own.isClosed(folder)) own.toggle(folder);
    focusRow(rowId(chat));
  };
  const row = (chat: Chat) => (
    <ChatRow
      key={chat.id}
      id={rowId(chat)}
      chat={chat}
      current={chat.id === openId}
      folders={own.names}
      onOpen={() => onOpen(chat)}
      onPin={(pinned) => pin(chat, pinned)}
      onMove={(folder) => move(chat, folder)}
      onMoveToNew={() => {
        const name = own.add();
        actions.move(chat.id, name);
        onRenaming(name);
      }}
      onRename={(title) => actions.rename(chat.id, title)}
      onExport={(form) => void exportChats(accountId, chat.id, form)}
      onDelete={() => void deleteOne(chat)}
    />
  );
  return (
    <div
      className="relative -mx-2 mt-1 flex min-h-0 flex-1 flex-col overflow-y-auto overscroll-contain px-2 pb-2"
      data-testid="chat-list"
    >
      {folders.map((folder, index) => {
        const { kind, label, chats: within } = folder;
        const headingId = `${id}-${index}`;
        const closed = kind === 'own' && own.isClosed(label);
        return (
          <FolderSection
            key={`${kind} ${label}`}
            folder={folder}
            onTake={(chatId) => actions.move(chatId, kind === 'own' ? label : null)}
          >
            {kind === 'own' ? (
              <FolderHeading
                id={headingId}
                name={label}
                count={within.length}
                closed={closed}
                renaming={renaming === label}
                onToggle={() => own.toggle(label)}
                onRename={() => onRenaming(label)}
                onNamed={(name) => {
                  onRenaming(null);
                  if (name !== null) own.rename(label, name);
                }}
                onDelete={() => undoable(`Deleted the folder “${label}”`, own.deleteFolder(label))}
              />
            ) : (
              <h2
                id={headingId}
                className="sticky top-0 z-10 bg-paper px-2 pt-3 pb-1 text-xs font-medium text-muted in-[[role=dialog]]:bg-surface"
              >
                {label}
              </h2>
            )}
            {closed ? null : within.length > 0 ? (
              <ul aria-labelledby={headingId} className="flex flex-col gap-px">
                {within.map(row)}
              </ul>
            ) : (
              <p className="px-2 py-1.5 text-sm text-muted">Drag chats here, or move them from their menu.</p>
            )}
          </FolderSection>
        );
      })}
    </div>
  );
}

/** A group of the list. Chats can be dropped on the user's folders, and on the dates to take them out again. */
function FolderSection({
  folder: { kind, label },
  onTake,
  children,
}: {
  folder: ChatGroup;
  onTake: (chatId: string) => void;
  children: ReactNode;
}) {
  const [over, setOver] = useState(false);
  return (
    <div
      data-folder={label}
      {...(kind === 'pinned' ? {} : dropTarget(setOver, onTake))}
      className={classNames('rounded-control', over && 'bg-signal/10 outline-1 -outline-offset-1 outline-signal')}
    >
      {children}
    </div>
  );
}

/** Says what was done, next to the list and not over the composer, and offers to undo it. */
function undoable(sentence: string, undo: () => void): void {
  showToast('message', sentence, {
    duration: UNDO_MS,
    position: 'bottom-left',
    action: { label: 'Undo', onClick: undo },
  });
}
