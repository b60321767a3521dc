import type { Chat } from '@/lib/client/chat/types';
import type { ChatActions } from '../state/actions';

/** What the list takes, beside the column as in the drawer. */
export type ChatListProps = {
  accountId: string;
  /** The one used last first. */
  chats: Chat[];
  openId: string | null;
  actions: ChatActions;
};
