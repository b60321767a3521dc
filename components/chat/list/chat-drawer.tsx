'use client';

import { Drawer } from '@/components/ui/overlay/drawer';
import { ChatList } from './chat-list';
import type { ChatListProps } from './chat-list-props';

/** The list over the column, where it does not fit beside it. */
export default function ChatDrawer({
  open,
  onOpenChange,
  ...list
}: ChatListProps & {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  return (
    <Drawer open={open} onOpenChange={onOpenChange} title="Chats" side="left" className="max-w-80">
      <ChatList {...list} onChosen={() => onOpenChange(false)} />
    </Drawer>
  );
}
