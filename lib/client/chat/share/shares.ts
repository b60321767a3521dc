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
  return apiFetch<ListedSharedChat>(ADDRESS, { method: 'PUT', body });
}

/** Stops sharing a chat. Throws `ApiFailure`. */
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
