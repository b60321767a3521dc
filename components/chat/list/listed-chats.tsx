'use client';

import { lazy, useRef, useState, type KeyboardEvent } from 'react';
import { ChunkBoundary } from '@/components/ui/lazy/chunk-boundary';
import { useDebounced } from '@/components/ui/use-debounced';
import type { Chat } from '@/lib/client/chat/types';
import { ChatFolders } from './folders/chat-folders';
import type { ChatListProps } from './chat-list-props';
import { SearchField } from './search/search-field';

const SearchResults = lazy(() => import('./search/search-results'));

/**
 * The chats of this browser in folders by date, and the search through them.
 * @param onOpen called with the chat of a row
 * @param onFound called with a search result: the message to show; null if only the title matched
 */
export default function ListedChats({
  accountId,
  chats,
  openId,
  actions,
  renaming,
  onRenaming,
  onOpen,
  onFound,
}: ChatListProps & {
  /** The folder whose name is being edited. */
  renaming: string | null;
  onRenaming: (folder: string | null) => void;
  onOpen: (chat: Chat) => void;
  onFound: (chatId: string, messageId: string | null) => void;
}) {
  const [text, setText] = useState('');
  const typed = useDebounced(text.trim());
  const field = useRef<HTMLInputElement>(null);
  const root = useRef<HTMLDivElement>(null);
  const firstResult = () => root.current?.querySelector<HTMLElement>('[data-result]') ?? null;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || text === '' || event.nativeEvent.isComposing) return;
    // Escape must neither stop an answer nor close the surrounding drawer.
    event.preventDefault();
    event.stopPropagation();
    setText('');
    field.current?.focus();
  };
  return (
    <div ref={root} className="flex min-h-0 flex-1 flex-col" onKeyDown={onKeyDown}>
      <SearchField
        field={field}
        text={text}
        onChange={setText}
        onDown={() => firstResult()?.focus()}
        onFirst={() => {
          // The list may still show the results of the previous search.
          if (typed === text.trim()) firstResult()?.click();
        }}
      />
      {text.trim() === '' ? (
        <ChatFolders
          accountId={accountId}
          chats={chats}
          openId={openId}
          actions={actions}
          renaming={renaming}
          onRenaming={onRenaming}
          onOpen={onOpen}
        />
      ) : (
        <ChunkBoundary>
          {typed === '' ? null : (
            <SearchResults
              accountId={accountId}
              typed={typed}
              onChoose={onFound}
              onLeave={() => field.current?.focus()}
            />
          )}
        </ChunkBoundary>
      )}
    </div>
  );
}
