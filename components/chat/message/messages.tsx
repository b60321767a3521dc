'use client';

import type { ComponentProps } from 'react';
import { ChunkBoundary } from '@/components/ui/lazy/chunk-boundary';
import { lazyWithPreload } from '@/components/ui/lazy/lazy-with-preload';
import { preloadMarkdown } from '../markdown/markdown';
import { PendingChat } from '../pending-chat';

const [MessageList, fetchList] = lazyWithPreload(() => import('./message-list'));

/** The messages of a chat. Their code is no part of the first load: a new chat has none. */
export function Messages(props: ComponentProps<typeof MessageList>) {
  if (props.messages.length === 0) return null;
  return (
    <ChunkBoundary
      fallback={<PendingChat />}
      errorFallback={
        <p className="text-muted">Messages could not be displayed. They are still stored; reload the page.</p>
      }
    >
      <MessageList {...props} />
    </ChunkBoundary>
  );
}

/** Fetches what shows an answer: one will follow soon. */
export function fetchMessages(): void {
  // What does not come now is asked for again when there is a message.
  void fetchList();
  preloadMarkdown();
}
