'use client';

import type { ComponentProps } from 'react';
import { Drawer } from '@/components/ui/overlay/drawer';
import { ChatList } from './chat-list';

/** The list over the column, where there is no room beside it. */
export default function ChatDrawer({
  open,
  onOpenChange,
  ...list
}: Pick<ComponentProps<typeof ChatList>, 'chats' | 'openId' | 'actions'> & {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  return (
    <Drawer open={open} onOpenChange={onOpenChange} title="Chats" side="left" className="max-w-80">
      <ChatList {...list} onChosen={() => onOpenChange(false)} />
    </Drawer>
  );
}
