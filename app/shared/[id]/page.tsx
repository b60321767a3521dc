import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { SharedChatPage } from '@/components/chat/share/shared-chat-page';
import { OpenFrame } from '@/components/frame/open/open-frame';
import { visitorOfPage } from '@/lib/pages/visitor';

export const metadata: Metadata = {
  title: 'Shared chat',
  robots: { index: false, follow: false },
  // Sites that an answer links to must not learn the link.
  referrer: 'no-referrer',
};

/** A shared chat, public and read-only. Its contents come from the API. */
export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  const visitor = await visitorOfPage(await headers());
  return (
    <OpenFrame signedIn={visitor !== null}>
      <SharedChatPage id={id} />
    </OpenFrame>
  );
}
