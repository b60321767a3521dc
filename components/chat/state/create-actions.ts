import { findReceipt } from '@/lib/client/chat/answer/find-receipts';
import { requestAnswer, continueAnswer, retryAnswer, sendMessage, stopAnswer } from '@/lib/client/chat/answers';
import { visitChat } from '@/lib/client/chat/open-store';
import { isUnsettled } from '@/lib/client/chat/request/sending';
import { deleteMessage } from '@/lib/client/chat/edit/delete-message';
import { rewriteMessage } from '@/lib/client/chat/edit/rewrite-message';
import { isUnderWay, pathTo, siblingsOf } from '@/lib/client/chat/conversation';
import { changeChat, createChat, deleteChat, showVersion, type ChatStore } from '@/lib/client/chat/store';
import { chatStatusOf } from '@/lib/client/chat/state';
import { now } from '@/lib/client/now';
import { showToast } from '@/components/ui/toast/toast';
import type { ChatActions, Unsaved } from './actions';
import { isAtNewChat, visit, visitAt, visitWith } from './chat-address';

export { visitChat };

/**
 * The actions of one chat, or of a new one if null. They read the state when called, so they keep their identity while
 * an answer streams.
 */
export function createActions(store: ChatStore, chatId: string | null, { unsent, setUnsent }: Unsaved): ChatActions {
  const service = () => document.documentElement.dataset.serviceId ?? 'svc';
  const current = () => (chatId === null ? undefined : store.state.chats.get(chatId));
  const path = () => pathTo(store.state.messages, current()?.leafId ?? null);
  return {
    send(text, modelId, attachments = []) {
      const chat = current();
      // With the model that it is sent to: the account's default may no longer be served.
      const target = chat ?? createChat(store, { ...unsent, modelId });
      const parentId = path().at(-1)?.id ?? null;
      sendMessage(store, target, { text, modelId, parentId, attachments: [...attachments] }, service());
      if (chat) return;
      setUnsent(null);
      visit(target.id);
    },
    resend({ parentId, attachments: earlier = [] }, text, modelId, attachments = earlier) {
      const chat = current();
      if (chat) sendMessage(store, chat, { text, modelId, parentId, attachments: [...attachments] }, service());
    },
    sendResults(answerId, results, modelId) {
      const chat = current();
      if (chat) sendMessage(store, chat, { text: '', modelId, parentId: answerId, results }, service());
    },
    rewrite: (message, contents) => rewriteMessage(store, message.id, contents),
    deleteMessage: (message) => deleteMessage(store, message.id),
    answer: (question, modelId) => requestAnswer(store, question, modelId, service()),
    regenerate(answer, modelId) {
      const question = path().find(({ id }) => id === answer.parentId);
      if (question?.role !== 'user') return;
      requestAnswer(store, question, modelId, service(), isUnsettled(answer) ? answer.sentAs : undefined);
    },
    retry: (answer, modelId) => retryAnswer(store, answer, modelId, service()),
    goOn: (answer) => continueAnswer(store, answer, service()),
    stop() {
      const answering = path().findLast(isUnderWay);
      if (answering) stopAnswer(store, answering.id);
    },
    step(message, by) {
      const versions = siblingsOf(store.state.messages, message);
      const next = versions[versions.findIndex(({ id }) => id === message.id) + by];
      if (next) showVersion(store, next);
    },
    findReceipt: (message) => void findReceipt(store, message.id),
    pathBefore: ({ parentId }) => pathTo(store.state.messages, parentId),
    configure(change) {
      const chat = current();
      if (chat) changeChat(store, chat.id, change);
      else if (chatStatusOf(store.state, chatId) !== 'loading') setUnsent({ ...unsent, ...change });
    },
    open: visit,
    openWith: visitWith,
    openAt: visitAt,
    reveal(messageId) {
      const message = store.state.messages.get(messageId);
      if (message?.chatId !== chatId) return false;
      if (!path().some(({ id }) => id === messageId)) showVersion(store, message);
      return true;
    },
    pin: (id, pinned) => changeChat(store, id, { pinned: pinned ? now() : undefined }),
    move: (id, folder) => changeChat(store, id, { folder: folder ?? undefined }),
    noteShared: (id, sharedId) => changeChat(store, id, { shared: sharedId ?? undefined }),
    rename: (id, title) => changeChat(store, id, { title, named: true }),
    async deleteChat(id) {
      const wasOpen = chatId === id;
      if (wasOpen) visit(null);
      const removed = comparedWith(store, id);
      for (const each of removed) void stopSharing(store, each);
      const undo = await Promise.all(removed.map((each) => deleteChat(store, each)));
      return async () => {
        await Promise.all(undo.map((bring) => bring()));
        // Unless the user has opened something else.
        if (wasOpen && isAtNewChat()) visit(id);
      };
    },
  };
}

/** The chat, and if it is the first one of a comparison, the others too. */
function comparedWith(store: ChatStore, chatId: string): string[] {
  const others = [...store.state.chats.values()].filter(({ id, compared }) => compared === chatId && id !== chatId);
  return [chatId, ...others.map(({ id }) => id)];
}

/** A deleted chat is not shared any longer. Undoing the deletion does not bring the link back. */
async function stopSharing(store: ChatStore, chatId: string): Promise<void> {
  const isNoted = store.state.chats.get(chatId)?.shared !== undefined;
  if (isNoted) changeChat(store, chatId, { shared: undefined });
  if ((await store.revoke(chatId)) || !isNoted) return;
  const description =
    'It still shows a copy of the deleted chat. This browser tries again when you next open the chat.';
  showToast('error', 'The link of the chat could not be removed yet', { description });
}
