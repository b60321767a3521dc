import type { FileChat } from './chat-file';

/** What is wrong with the tree of a chat's messages; null where nothing is. */
export function whatIsBroken({ messages }: FileChat): string | null {
  const places = new Map<string, number>();
  for (const [index, { id }] of messages.entries()) {
    const earlier = places.get(id);
    if (earlier !== undefined) return `message ${index + 1}, id: message ${earlier + 1} has it too`;
    places.set(id, index);
  }
  for (const [index, { parentId }] of messages.entries()) {
    if (parentId !== null && !places.has(parentId)) {
      return `message ${index + 1}, parentId: there is no such message in the chat`;
    }
  }
  return findCircle(messages);
}

/** Each message is walked over once: what leads to the beginning is known to. */
function findCircle(messages: FileChat['messages']): string | null {
  const parents = new Map(messages.map(({ id, parentId }) => [id, parentId]));
  const sound = new Set<string>();
  for (const [index, { id }] of messages.entries()) {
    const way = new Set<string>();
    for (let at: string | null = id; at !== null && !sound.has(at); at = parents.get(at) ?? null) {
      if (way.has(at)) return `message ${index + 1}, parentId: the messages follow one another in a circle`;
      way.add(at);
    }
    for (const step of way) sound.add(step);
  }
  return null;
}
