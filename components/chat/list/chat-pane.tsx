'use client';

import { classNames } from '@/components/ui/class-names';
import { ChatList } from './chat-list';
import type { ChatListProps } from './chat-list-props';

/**
 * The chat list next to the messages, on wide screens.
 * @param hidden something else is beside the messages; the button of the header opens the list instead
 */
export function ChatPane({ hidden, ...list }: ChatListProps & { hidden: boolean }) {
  return (
    <div
      className={classNames(
        'hidden w-60 shrink-0 flex-col border-r border-line p-3 print:hidden',
        !hidden && 'lg:flex',
      )}
    >
      <ChatList {...list} />
    </div>
  );
}
