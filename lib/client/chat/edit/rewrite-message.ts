import { now } from '../../now';
import { isUnderWay, titleFrom } from '../conversation';
import { writeMessage } from '../history';
import { changeChat, putMessage, type ChatStore } from '../store';
import type { Attachment, ChatMessage } from '../types';

/** The new contents of a message; absent attachments stay. */
export type Rewritten = { text: string; attachments?: readonly Attachment[] };

/**
 * Changes a message in its place, without asking a model: what follows stays, and later requests contain the new text.
 * Answers that are still streaming do not change.
 */
export function rewriteMessage(store: ChatStore, messageId: string, { text, attachments }: Rewritten): void {
  const message = store.state.messages.get(messageId);
  if (!message || isUnderWay(message)) return;
  const { attachments: earlier = [], ...rest } = message;
  const kept = attachments ?? earlier;
  putMessage(store, {
    ...rest,
    text,
    ...(kept.length > 0 && { attachments: [...kept] }),
    ...(message.role === 'assistant' && { edited: now(), ...lengthsOf(message, text) }),
  });
  const changed = store.state.messages.get(messageId);
  if (changed) void writeMessage(store.history, changed);
  const chat = store.state.chats.get(message.chatId);
  if (chat && !chat.named && message.role === 'user' && message.parentId === null)
    changeChat(store, chat.id, { title: titleFrom(text || (kept[0]?.name ?? '')) });
}

/** A continuation without output must still be recognized as one: its text ends where it was continued. */
function lengthsOf({ continuedAt, text }: ChatMessage, next: string): Pick<ChatMessage, 'continuedAt'> {
  if (!continuedAt) return {};
  const isEmpty = text.length === continuedAt.text;
  return {
    continuedAt: {
      ...continuedAt,
      text: isEmpty ? next.length : Math.max(0, Math.min(continuedAt.text, next.length - 1)),
    },
  };
}
