import type { Chat } from '@/lib/client/chat/types';
import type { ChatActions } from '../state/actions';

/** The props of the chat list, in the page and in the drawer. */
export type ChatListProps = {
  accountId: string;
  /** Most recently used first. */
  chats: Chat[];
  openId: string | null;
  actions: ChatActions;
};
