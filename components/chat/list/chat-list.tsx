'use client';

import { SquarePen } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { Button } from '@/components/ui/button';
import { showToast } from '@/components/ui/toast/toast';
import { shortTitle } from '@/lib/client/chat/conversation';
import type { Chat } from '@/lib/client/chat/types';
import { compareAddress } from '../compare/compare-address';
import type { ChatActions } from '../use-chat';
import { ChatRow } from './chat-row';

/** How long a deleted chat can be brought back. */
const UNDO_MS = 8_000;

/**
 * The chats of this browser, the one used last first.
 * @param onChosen called after a chat was opened, to close the drawer around
 */
export function ChatList({
  chats,
  openId,
  actions,
  onChosen,
}: {
  chats: Chat[];
  openId: string | null;
  actions: ChatActions;
  onChosen?: () => void;
}) {
  const router = useRouter();
  const open = (chat: Chat | null) => {
    if (chat?.compared === undefined) actions.open(chat?.id ?? null);
    else router.push(compareAddress(chat.compared));
    onChosen?.();
  };
  const remove = async (chat: Chat) => {
    const undo = await actions.remove(chat.id);
    // Beside the list it left, and not over the composer.
    showToast('message', `Deleted “${shortTitle(chat.title)}”`, {
      duration: UNDO_MS,
      position: 'bottom-left',
      action: { label: 'Undo', onClick: () => void undo() },
    });
  };
  return (
    <nav aria-label="Chats" className="flex min-h-0 flex-1 flex-col">
      <Button kind="quiet" className="w-full" onClick={() => open(null)}>
        <SquarePen aria-hidden />
        New chat
      </Button>
      {chats.length === 0 ? (
        <p className="mt-4 px-2 text-sm text-muted">Your chats will stand here. They are kept in this browser.</p>
      ) : (
        <ul
          className="-mx-2 mt-3 flex min-h-0 flex-1 flex-col gap-px overflow-y-auto overscroll-contain px-2 pb-2"
          data-testid="chat-list"
        >
          {chats.map((chat) => (
            <ChatRow
              key={chat.id}
              chat={chat}
              current={chat.id === openId}
              onOpen={() => open(chat)}
              onRename={(title) => actions.rename(chat.id, title)}
              onRemove={() => void remove(chat)}
            />
          ))}
        </ul>
      )}
    </nav>
  );
}
