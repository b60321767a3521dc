'use client';

import { ChatList } from './chat-list';
import type { ChatListProps } from './chat-list-props';

/** The chat list next to the messages, on wide screens. */
export function ChatPane(list: ChatListProps) {
  return (
    <div className="hidden w-60 shrink-0 flex-col border-r border-line p-3 lg:flex print:hidden">
      <ChatList {...list} />
    </div>
  );
}
