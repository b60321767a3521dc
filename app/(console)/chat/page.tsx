import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { ChatPage } from '@/components/chat/chat-page';
import { visitorOfPage } from '@/lib/pages/visitor';

export const metadata: Metadata = { title: 'Chat' };

/**
 * The playground: the visitor's chats in this browser, paid from the balance. The layout only admits signed-in
 * visitors.
 */
export default async function Page() {
  const visitor = await visitorOfPage(await headers());
  return visitor ? <ChatPage key={visitor.accountId} accountId={visitor.accountId} /> : null;
}
