'use client';

import { SquarePen } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { lazy, useRef, useState, type KeyboardEvent } from 'react';
import { Fetched } from '@/components/ui/fetched';
import { Button } from '@/components/ui/button';
import { useSettled } from '@/components/ui/use-settled';
import type { Chat } from '@/lib/client/chat/types';
import { compareAddress } from '../compare/compare-address';
import { ChatFolders } from './chat-folders';
import type { ChatListProps } from './chat-list-props';
import { ListMenu } from './list-menu';
import { SearchField } from './search/search-field';

const SearchResults = lazy(() => import('./search/search-results'));

/**
 * The chats of this browser in folders by date, and the search in them.
 * @param onChosen called after a chat was opened, to close the drawer around
 */
export function ChatList({ accountId, chats, openId, actions, onChosen }: ChatListProps & { onChosen?: () => void }) {
  const router = useRouter();
  const [text, setText] = useState('');
  const typed = useSettled(text.trim());
  const field = useRef<HTMLInputElement>(null);
  const root = useRef<HTMLElement>(null);
  const firstResult = () => root.current?.querySelector<HTMLElement>('[data-result]') ?? null;
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
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || text === '' || event.nativeEvent.isComposing) return;
    // It neither stops an answer nor closes the drawer around.
    event.preventDefault();
    event.stopPropagation();
    setText('');
    field.current?.focus();
  };
  return (
    <nav ref={root} aria-label="Chats" className="flex h-full min-h-0 flex-1 flex-col">
      <div className="flex gap-1">
        <Button kind="quiet" className="min-w-0 flex-1" onClick={() => open(null)}>
          <SquarePen aria-hidden />
          New chat
        </Button>
        <ListMenu accountId={accountId} empty={chats.length === 0} />
      </div>
      {chats.length === 0 ? (
        <p className="mt-4 px-2 text-sm text-muted">Your chats will stand here. They are kept in this browser.</p>
      ) : (
        <div className="flex min-h-0 flex-1 flex-col" onKeyDown={onKeyDown}>
          <SearchField
            field={field}
            text={text}
            onChange={setText}
            onDown={() => firstResult()?.focus()}
            onFirst={() => firstResult()?.click()}
          />
          {text.trim() === '' ? (
            <ChatFolders accountId={accountId} chats={chats} openId={openId} actions={actions} onOpen={open} />
          ) : (
            <Fetched>
              {typed === '' ? null : (
                <SearchResults
                  accountId={accountId}
                  typed={typed}
                  onChoose={openFound}
                  onLeave={() => field.current?.focus()}
                />
              )}
            </Fetched>
          )}
        </div>
      )}
    </nav>
  );
}
