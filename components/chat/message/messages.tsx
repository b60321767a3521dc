'use client';

import type { ComponentProps } from 'react';
import { Fetched } from '@/components/ui/fetched/fetched';
import { fetchedLater } from '@/components/ui/fetched/fetched-later';
import { preloadMarkdown } from '../markdown/markdown';
import { PendingChat } from '../pending-chat';

const [MessageList, fetchList] = fetchedLater(() => import('./message-list'));

/** The messages of a chat. Their code is no part of the first load: a new chat has none. */
export function Messages(props: ComponentProps<typeof MessageList>) {
  if (props.messages.length === 0) return null;
  return (
    <Fetched
      meanwhile={<PendingChat />}
      instead={<p className="text-muted">Messages could not be displayed. They are still stored; reload the page.</p>}
    >
      <MessageList {...props} />
    </Fetched>
  );
}

/** Fetches what shows an answer: one will follow soon. */
export function fetchMessages(): void {
  // What does not come now is asked for again when there is a message.
  void fetchList();
  preloadMarkdown();
}
