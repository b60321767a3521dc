import type { ListedSharedChat, PutSharedChat, SharedChat, SharedChatList } from '../../../shared-chats/contract';
import { apiFetch } from '../../api';

const ADDRESS = '/api/console/shared-chats';
const addressOf = (id: string) => `${ADDRESS}/${encodeURIComponent(id)}`;

/** The chats that the account shares, the newest first. Throws `ApiFailure`. */
export async function listShared(signal?: AbortSignal): Promise<ListedSharedChat[]> {
  return (await apiFetch<SharedChatList>(ADDRESS, signal ? { signal } : {})).data;
}

/** Shares a chat, or replaces what its link shows. Throws `ApiFailure`. */
export function putShared(body: PutSharedChat): Promise<ListedSharedChat> {
  return inTurn(body.chatId, () => apiFetch<ListedSharedChat>(ADDRESS, { method: 'PUT', body }));
}

/** Stops sharing a chat by its ID in this browser, if it is shared. Call it within `inTurn`. Throws `ApiFailure`. */
export async function stopSharing(chatId: string): Promise<void> {
  const query = new URLSearchParams({ chatId }).toString();
  await apiFetch(`${ADDRESS}?${query}`, { method: 'DELETE', keepalive: true });
}

const turns = new Map<string, Promise<unknown>>();

/** Runs what changes the link of a chat after what changed it before: otherwise a slow request could undo a later one. */
export function inTurn<T>(chatId: string, task: () => Promise<T>): Promise<T> {
  const before = turns.get(chatId);
  const turn = before ? before.then(task, task) : task();
  turns.set(chatId, turn);
  const end = () => {
    if (turns.get(chatId) === turn) turns.delete(chatId);
  };
  turn.then(end, end);
  return turn;
}

/** Stops sharing a chat by the end of its link. Throws `ApiFailure`. */
export async function removeShared(id: string): Promise<void> {
  await apiFetch(addressOf(id), { method: 'DELETE', keepalive: true });
}

/** Reads a shared chat by the end of its link. Throws `ApiFailure`. */
export function readShared(id: string, signal?: AbortSignal): Promise<SharedChat> {
  return apiFetch<SharedChat>(addressOf(id), signal ? { signal } : {});
}

/** The page that shows a shared chat. */
export function sharedLink(id: string, origin: string): string {
  return `${origin}/shared/${id}`;
}
