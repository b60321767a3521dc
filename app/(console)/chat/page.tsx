import type { Metadata } from 'next';
import { ChatPage } from '@/components/chat/chat-page';

export const metadata: Metadata = { title: 'Chat' };

/** The playground: chats of this browser, paid from the visitor's balance. */
export default function Page() {
  return <ChatPage />;
}
