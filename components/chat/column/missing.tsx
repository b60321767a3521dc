import type { ReactNode } from 'react';
import { EmptyState } from '@/components/ui/show/empty-state';

/**
 * Shown when this browser does not have the chat in the URL.
 * @param what a chat or a comparison
 * @param action a button that starts a new one
 */
export function Missing({ what, action }: { what: 'chat' | 'comparison'; action: ReactNode }) {
  return (
    <EmptyState
      title={`This ${what} is not in this browser`}
      sentence="Chats are stored in the browser where you wrote them. This one was deleted, or belongs to another browser or account."
      action={action}
    />
  );
}
