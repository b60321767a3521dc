'use client';

import type { ComponentProps } from 'react';
import { Drawer } from '@/components/ui/overlay/drawer';
import { ChatList } from './chat-list';

type Listed = Pick<ComponentProps<typeof ChatList>, 'chats' | 'openId' | 'actions'>;

/** The list beside the column, where there is room for it. */
export function ChatPane(list: Listed) {
  return (
    <div className="hidden w-60 shrink-0 flex-col border-r border-line p-3 lg:flex">
      <ChatList {...list} />
    </div>
  );
}

/** The list over the column, where there is not. */
export function ChatDrawer({
  open,
  onOpenChange,
  ...list
}: Listed & { open: boolean; onOpenChange: (open: boolean) => void }) {
  return (
    <Drawer open={open} onOpenChange={onOpenChange} title="Chats" side="left">
      <ChatList {...list} onChosen={() => onOpenChange(false)} />
    </Drawer>
  );
}
