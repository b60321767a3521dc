import { showToast } from '@/components/ui/toast/toast';
import type { ChatMessage } from '@/lib/client/chat/types';
import type { ChatActions } from '../state/actions';
import { deletionText } from './deletion-text';

/** How long a deletion can be undone. */
const UNDO_MS = 8_000;

/** Deletes a message, and offers to undo that. */
export function deleteWithUndo(actions: ChatActions, message: ChatMessage): void {
  const deletion = actions.deleteMessage(message);
  if (!deletion) return;
  // Not over the composer.
  showToast('message', deletionText(message.role, deletion.count), {
    duration: UNDO_MS,
    position: 'bottom-left',
    action: { label: 'Undo', onClick: deletion.undo },
  });
}
