import { writeMessage } from '../history';
import { putMessage, type ChatStore } from '../store';

/** Marks an answer of a comparison as the best of its round, or takes the mark away. */
export function markBest(store: ChatStore, messageId: string, isBest: boolean): void {
  const message = store.state.messages.get(messageId);
  if (!message || (message.best === true) === isBest) return;
  const { best: _before, ...rest } = message;
  putMessage(store, { ...rest, ...(isBest && { best: true }) });
  const changed = store.state.messages.get(messageId);
  if (changed) void writeMessage(store.history, changed);
}
