'use client';

import type { ComponentProps } from 'react';
import { ChatList } from './chat-list';

/** The list beside the column, where there is room for it. */
export function ChatPane(list: Pick<ComponentProps<typeof ChatList>, 'chats' | 'openId' | 'actions'>) {
  return (
    <div className="hidden w-60 shrink-0 flex-col border-r border-line p-3 lg:flex">
      <ChatList {...list} />
    </div>
  );
}
