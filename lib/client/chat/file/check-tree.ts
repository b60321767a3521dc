import type { FileChat } from './chat-file';

/** Why the tree of a chat's messages is invalid; null if it is valid. */
export function whatIsBroken({ messages }: FileChat): string | null {
  const positions = new Map<string, number>();
  for (const [index, { id }] of messages.entries()) {
    const earlier = positions.get(id);
    if (earlier !== undefined) return `message ${index + 1}, id: message ${earlier + 1} has it too`;
    positions.set(id, index);
  }
  for (const [index, { parentId }] of messages.entries()) {
    if (parentId !== null && !positions.has(parentId)) {
      return `message ${index + 1}, parentId: there is no such message in the chat`;
    }
  }
  return findCircle(messages);
}

/** Visits each message once: messages known to lead to the root are remembered. */
function findCircle(messages: FileChat['messages']): string | null {
  const parents = new Map(messages.map(({ id, parentId }) => [id, parentId]));
  const sound = new Set<string>();
  for (const [index, { id }] of messages.entries()) {
    const visited = new Set<string>();
    for (let at: string | null = id; at !== null && !sound.has(at); at = parents.get(at) ?? null) {
      if (visited.has(at)) return `message ${index + 1}, parentId: the messages follow one another in a circle`;
      visited.add(at);
    }
    for (const step of visited) sound.add(step);
  }
  return null;
}
