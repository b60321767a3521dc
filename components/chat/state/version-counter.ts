import { siblingsOf } from '@/lib/client/chat/conversation';
import type { ChatMessage } from '@/lib/client/chat/types';

/** The number of a message's version, from 1, and how many versions there are. */
export type VersionOf = (message: ChatMessage) => [number, number];

/** Numbers the versions of all messages at once: doing it per message would walk the whole chat each time. */
export function versionCounter(messages: ReadonlyMap<string, ChatMessage>): VersionOf {
  const groups = new Map<string, ChatMessage[]>();
  const groupOf = ({ chatId, parentId, role }: ChatMessage) => `${chatId} ${parentId ?? ''} ${role}`;
  for (const message of messages.values()) {
    const group = groups.get(groupOf(message));
    if (group) group.push(message);
    else groups.set(groupOf(message), [message]);
  }
  return (message) => {
    const group = groups.get(groupOf(message)) ?? [message];
    if (group.length === 1) return [1, 1];
    return [siblingsOf(messages, message).findIndex(({ id }) => id === message.id) + 1, group.length];
  };
}
