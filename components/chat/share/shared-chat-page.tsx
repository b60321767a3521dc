'use client';

import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { FailureNotice } from '@/components/frame/failure-notice';
import { ButtonLink } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/show/empty-state';
import { RelativeTime } from '@/components/ui/show/relative-time';
import { readShared } from '@/lib/client/chat/share/shares';
import { isApiFailure } from '@/lib/client/failure';
import type { SharedChat } from '@/lib/shared-chats/contract';
import { preloadMarkdown } from '../markdown/markdown';
import { PendingChat } from '../pending-chat';
import { SharedMessageRow } from './shared-message';

/** A shared chat, read-only, for anyone who has its link. @param id the end of the link */
export function SharedChatPage({ id }: { id: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['shared-chat', id],
    queryFn: ({ signal }) => readShared(id, signal),
    // Nothing is read again that is being read.
    staleTime: Infinity,
    retry: false,
  });
  useEffect(preloadMarkdown, []);
  if (data) return <Shown chat={data} />;
  return (
    <div className="mx-auto w-full max-w-chat px-4 py-8 md:px-6">
      {error === null ? (
        <PendingChat />
      ) : isApiFailure(error) && error.status === 404 ? (
        <>
          <h1 className="sr-only">Shared chat</h1>
          <EmptyState
            title="This chat is not shared"
            sentence="Its owner has stopped sharing it, or the link is incomplete."
            action={
              <ButtonLink href="/" kind="primary">
                Go to the start page
              </ButtonLink>
            }
          />
        </>
      ) : (
        <>
          <h1 className="sr-only">Shared chat</h1>
          <FailureNotice failure={error} what="The shared chat could not be loaded." onRetry={() => void refetch()} />
        </>
      )}
    </div>
  );
}

function Shown({ chat: { title, updatedAt, messages } }: { chat: SharedChat }) {
  const count = messages.length === 1 ? '1 message' : `${messages.length} messages`;
  return (
    <article aria-label={title} className="mx-auto w-full max-w-chat px-4 pt-8 pb-16 md:px-6">
      <header className="mb-8 border-b border-line pb-4">
        <h1 className="text-xl font-semibold wrap-anywhere">{title}</h1>
        <p className="mt-1 text-sm text-muted">
          Shared chat, read-only · {count} · copied <RelativeTime at={updatedAt} />
        </p>
      </header>
      <ol>
        {messages.map((message, at) => (
          // Messages never move.
          <SharedMessageRow key={at} message={message} question={messages[at - 1]?.text ?? ''} />
        ))}
      </ol>
      <footer className="mt-12 border-t border-line pt-4 text-sm text-muted print:hidden">
        <p>Written by a person and AI models, which make mistakes. The operator of this service has not checked it.</p>
      </footer>
    </article>
  );
}
