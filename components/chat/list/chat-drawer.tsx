'use client';

import { Drawer } from '@/components/ui/overlay/drawer';
import { ChatList } from './chat-list';
import type { ChatListProps } from './chat-list-props';

/** The chat list in a drawer, for narrow screens. */
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
