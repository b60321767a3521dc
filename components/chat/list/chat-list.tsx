'use client';

import { SquarePen } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { lazy, useEffect, useState } from 'react';
import { Button } from '@/components/ui/button';
import { ChunkBoundary } from '@/components/ui/lazy/chunk-boundary';
import { lazyWithPreload } from '@/components/ui/lazy/lazy-with-preload';
import type { Chat } from '@/lib/client/chat/types';
import { compareAddress } from '../compare/compare-address';
import type { ChatListProps } from './chat-list-props';

const ListMenu = lazy(() => import('./list-menu'));
const [ListedChats, fetchChats] = lazyWithPreload(() => import('./listed-chats'));

/**
 * A button for a new chat, and the chats of this browser.
 * @param onChosen called after a chat was opened, to close the surrounding drawer
 */
export function ChatList({ onChosen, ...list }: ChatListProps & { onChosen?: () => void }) {
  const { accountId, chats, actions } = list;
  const router = useRouter();
  const [renaming, setRenaming] = useState<string | null>(null);
  const addFolder = async () => {
    const added = await import('./folders/add-folder');
    setRenaming(added.addFolder(accountId, chats));
  };
  useEffect(() => {
    // Loads while the chats are read; if that fails, the first chat tries again.
    void fetchChats();
  }, []);
  const open = (chat: Chat | null) => {
    if (chat?.compared === undefined) actions.open(chat?.id ?? null);
    else router.push(compareAddress(chat.compared));
    onChosen?.();
  };
  const openFound = (chatId: string, messageId: string | null) => {
    if (messageId === null) return open(chats.find(({ id }) => id === chatId) ?? null);
    actions.openAt(chatId, messageId);
    onChosen?.();
  };
  return (
    <nav aria-label="Chats" className="flex h-full min-h-0 flex-1 flex-col">
      <div className="flex gap-1">
        <Button kind="quiet" className="min-w-0 flex-1" onClick={() => open(null)}>
          <SquarePen aria-hidden />
          New chat
        </Button>
        <ChunkBoundary fallback={<span className="size-control" />}>
          <ListMenu accountId={accountId} empty={chats.length === 0} onNewFolder={() => void addFolder()} />
        </ChunkBoundary>
      </div>
      {chats.length === 0 ? (
        <p className="mt-4 px-2 text-sm text-muted">Your chats will appear here. They are stored in this browser.</p>
      ) : (
        <ChunkBoundary
          errorFallback={
            <p className="mt-4 px-2 text-sm text-muted">Your chats could not be displayed. They are still stored.</p>
          }
        >
          <ListedChats {...list} renaming={renaming} onRenaming={setRenaming} onOpen={open} onFound={openFound} />
        </ChunkBoundary>
      )}
    </nav>
  );
}
