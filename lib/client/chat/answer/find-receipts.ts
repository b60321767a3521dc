import { isApiFailure } from '../../failure';
import { now } from '../../now';
import { isUnderWay } from '../conversation';
import { putMessage, type ChatStore } from '../store';
import { applyEvent, missingReceipts } from './events';
import { keepAnswer } from './keep-answer';
import { countedParts } from './parts';

/** A receipt that was missing for long is asked for once each time. */
const NO_PAUSES: number[] = [];

/** Fetches an answer's missing receipts from the ledger. */
export async function findReceipt(store: ChatStore, messageId: string): Promise<void> {
  const message = store.state.messages.get(messageId);
  if (!message) return;
  const parts = countedParts(message).filter(({ ticket }) => !ticket.receipt && !ticket.free);
  await findReceipts(
    store,
    messageId,
    parts.map(({ requestId }) => requestId),
  );
}

/**
 * Asks the ledger until it has answered, as long as the chat is open: its server may be away, or the charge is settled
 * later.
 * @param pausesMs of each question, see `fetchReceipt`
 */
export async function findReceipts(
  store: ChatStore,
  messageId: string,
  requestIds: string[],
  pausesMs?: number[],
): Promise<void> {
  if (requestIds.length === 0) return;
  const open = await askForReceipts(store, messageId, requestIds, pausesMs);
  if (open.length > 0) askAgain(store, messageId, open);
}

/** Asks again after a while, once however often it is called meanwhile. */
function askAgain(store: ChatStore, messageId: string, requestIds: string[]): void {
  const { asking } = store;
  if (asking.has(messageId)) return;
  asking.add(messageId);
  setTimeout(() => {
    asking.delete(messageId);
    const message = store.state.messages.get(messageId);
    if (!message || !store.state.opened.has(message.chatId)) return;
    const missing = missingReceipts(message, now());
    void findReceipts(
      store,
      messageId,
      requestIds.filter((id) => missing.includes(id)),
      NO_PAUSES,
    );
  }, store.askAgainMs);
}

/** @returns the requests whose receipts are still missing */
async function askForReceipts(
  store: ChatStore,
  messageId: string,
  requestIds: string[],
  pausesMs?: number[],
): Promise<string[]> {
  const open: string[] = [];
  for (const requestId of requestIds) {
    try {
      const receipt = await store.receipt(requestId, pausesMs);
      if (receipt === 'pending') {
        open.push(requestId);
        continue;
      }
      const message = store.state.messages.get(messageId);
      // Another tab may have continued it: then that tab owns the row.
      if (!message || (isUnderWay(message) && !store.running.has(messageId))) return [];
      const updated = applyEvent(message, { type: 'receipt', requestId, receipt });
      if (updated === message) continue;
      putMessage(store, updated);
      void keepAnswer(store, messageId);
      store.onSpent();
    } catch (thrown) {
      // The receipt line says that the charge is pending. Signed out, the next visit asks again.
      if (!isApiFailure(thrown) || thrown.code !== 'SIGNED_OUT') open.push(requestId);
    }
  }
  return open;
}
