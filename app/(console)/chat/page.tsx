import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { ChatPage } from '@/components/chat/chat-page';
import { findVisitor } from '@/lib/accounts/visitor';

export const metadata: Metadata = { title: 'Chat' };

/** The playground: the visitor's chats in this browser, paid from the balance. The layout lets nobody else in. */
export default async function Page() {
  const visitor = await findVisitor((await headers()).get('cookie'));
  return visitor ? <ChatPage key={visitor.accountId} accountId={visitor.accountId} /> : null;
}
