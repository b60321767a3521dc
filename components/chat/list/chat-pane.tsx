'use client';

import { ChatList } from './chat-list';
import type { ChatListProps } from './chat-list-props';

/** The list beside the column, where it fits. */
export function ChatPane(list: ChatListProps) {
  return (
    <div className="hidden w-60 shrink-0 flex-col border-r border-line p-3 lg:flex">
      <ChatList {...list} />
    </div>
  );
}
