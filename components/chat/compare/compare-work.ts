import { sendMessage } from '@/lib/client/chat/answers';
import { pathTo } from '@/lib/client/chat/conversation';
import { markBest } from '@/lib/client/chat/edit/mark-best';
import { changeChat, createChat, type ChatStore } from '@/lib/client/chat/store';
import type { Attachment, Chat, ChatSettings } from '@/lib/client/chat/types';

export { changeChat, createChat, markBest };
export { createActions, visitChat } from '../state/create-actions';

/** Creates one chat per model. All but the first reference the first, which keeps them out of the list. */
export function startChats(store: ChatStore, modelIds: (string | null)[], settings: ChatSettings): Chat[] {
  const [first, ...others] = modelIds;
  if (first === undefined) return [];
  const lead = createChat(store, { modelId: first, settings });
  changeChat(store, lead.id, { compared: lead.id });
  return [lead, ...others.map((modelId) => createChat(store, { modelId, settings, compared: lead.id }))];
}

/**
 * Sends a message to the chat's model, after the last message of the visible branch; does nothing if no model is set.
 */
export function ask(store: ChatStore, { id }: Chat, text: string, attachments: readonly Attachment[]): void {
  const chat = store.state.chats.get(id);
  if (!chat || chat.modelId === null) return;
  const parentId = pathTo(store.state.messages, chat.leafId).at(-1)?.id ?? null;
  const service = document.documentElement.dataset.serviceId ?? 'svc';
  sendMessage(store, chat, { text, modelId: chat.modelId, parentId, attachments: [...attachments] }, service);
}
