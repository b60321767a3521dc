'use client';

import type { ComponentProps } from 'react';
import { ChunkBoundary } from '@/components/ui/lazy/chunk-boundary';
import { lazyWithPreload } from '@/components/ui/lazy/lazy-with-preload';
import { preloadMarkdown } from '../markdown/markdown';
import { PendingChat } from '../pending-chat';

const [MessageList, fetchList] = lazyWithPreload(() => import('./message-list'));

/** The messages of a chat. Loaded separately, because a new chat has none. */
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

/** Preloads the code that shows answers. */
export function fetchMessages(): void {
  // If this fails, the first message tries again.
  void fetchList();
  preloadMarkdown();
}
